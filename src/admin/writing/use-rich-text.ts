import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import type { Node, Slice } from 'prosemirror-model';
import { search } from 'prosemirror-search';
import { EditorState, TextSelection } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LEAVING } from '#admin/editor/use-leave-guard.ts';
import { joinLists, type OpenPart, pictureBelowHeading } from './commands.ts';
import { type OpenMarkdown, openMarkdown, readClipboardText } from './markdown/open-markdown.ts';
import { writeBlock } from './markdown/write-block.ts';
import { cleanHtml } from './paste/clean-html.ts';
import { linkPasted } from './paste/link-pasted.ts';
import { slashMenu } from './slash-menu.ts';
import { lineAfterTable } from './tables.ts';
import { editorKeys } from './tools.ts';
import { typingRules } from './typing-rules.ts';

interface RichTextOptions {
  value: string;
  onChange: (markdown: string) => void;
  onOpen: OpenPart;
  attributes: Record<string, string>;
  isReadOnly: boolean;
}

/** A longer text leaves the editor once the letter is on the screen, and the longer it is, with the more letters at once. */
const LONG_TEXT = 4000;
/** 0.1 s at 3,000 words, 2.4 s at 20,000: the form and the whole preview are laid out anew each time. */
const holdMs = (size: number) => 40 + size ** 2 / 8e6;

const isPicture = (file: File) => file.type.startsWith('image/');

/** A picture alone on the clipboard; with words around it, the words are pasted. */
const pictureIn = (data: DataTransfer | null): File | undefined => {
  if (!data) return undefined;
  const html = data.getData('text/html');
  const hasWords =
    html.replace(/<[^>]*>/g, '').trim() !== '' || data.getData('text/plain').trim() !== '';
  return hasWords ? undefined : [...data.files].find(isPicture);
};

const placeCursor = (view: EditorView, at: number) =>
  view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at))));

/** Words that are copied into a plain field are Markdown there. */
const writeText = ({ content }: Slice): string => {
  const parts: string[] = [];
  content.forEach((node) => {
    parts.push(node.isBlock ? writeBlock(node) : node.textContent);
  });
  return parts.join('\n\n');
};

/** The editor's view and state over a Markdown text: input leaves as Markdown, outside changes come in. */
export const useRichText = (options: RichTextOptions) => {
  const { value } = options;
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  /** The document as Markdown: as long as the form holds the same, nothing is parsed again. */
  const said = useRef<string | null>(null);
  const opened = useRef<OpenMarkdown | null>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const [state, setState] = useState<EditorState | null>(null);
  /** Text that the form has not got yet. */
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null);

  const handOver = useEffectEvent((doc: Node) => {
    clearTimeout(waiting.current ?? undefined);
    waiting.current = null;
    const markdown = opened.current?.write(doc) ?? said.current;
    if (markdown === null || markdown === said.current) return;
    said.current = markdown;
    latest.current.onChange(markdown);
  });

  const open = useEffectEvent((source: string): EditorState => {
    opened.current = openMarkdown(source);
    said.current = source;
    const openPart: OpenPart = (...asked) => latest.current.onOpen(...asked);
    return EditorState.create({
      doc: opened.current.doc,
      plugins: [
        slashMenu(openPart),
        typingRules(),
        ...editorKeys(openPart),
        history(),
        joinLists(),
        search(),
        dropCursor(),
        lineAfterTable(),
        pictureBelowHeading(),
        tableEditing(),
        gapCursor(),
      ],
    });
  });

  useEffect(() => {
    if (!host.current) return;
    const handOverNow = () => waiting.current && handOver(created.state.doc);
    const leavePage = () => flushSync(handOverNow);
    const created = new EditorView(host.current, {
      state: open(latest.current.value),
      attributes: () => latest.current.attributes,
      editable: () => !latest.current.isReadOnly,
      transformPastedHTML: cleanHtml,
      clipboardTextParser: readClipboardText,
      clipboardTextSerializer: writeText,
      handlePaste: (target, event) => {
        const text = event.clipboardData?.getData('text/plain') ?? '';
        if (linkPasted(text)(target.state, target.dispatch)) return true;
        const file = pictureIn(event.clipboardData);
        if (file) latest.current.onOpen('picture', file);
        return file !== undefined;
      },
      handleDrop: (target, event) => {
        const file = [...(event.dataTransfer?.files ?? [])].find(isPicture);
        if (!file) return false;
        event.preventDefault();
        const place = target.posAtCoords({ left: event.clientX, top: event.clientY });
        if (place) placeCursor(target, place.pos);
        latest.current.onOpen('picture', file);
        return true;
      },
      dispatchTransaction: (transaction) => {
        const next = created.state.apply(transaction);
        created.updateState(next);
        setState(next);
        if (!transaction.docChanged) return;
        const { size } = next.doc.content;
        if (size > LONG_TEXT) waiting.current ??= setTimeout(handOverNow, holdMs(size));
        else handOver(next.doc);
      },
      handleDOMEvents: {
        blur: () => void handOverNow(),
        // A shortcut of any kind finds all of the text in the form.
        keydown: (_view, { ctrlKey, metaKey, altKey }) =>
          void ((ctrlKey || metaKey || altKey) && handOverNow()),
      },
    });
    // Before the form keeps its unsaved text, or asks whether to leave it.
    for (const way of ['pagehide', LEAVING])
      window.addEventListener(way, leavePage, { capture: true });
    setView(created);
    setState(created.state);
    return () => {
      for (const way of ['pagehide', LEAVING])
        window.removeEventListener(way, leavePage, { capture: true });
      handOverNow();
      created.destroy();
    };
  }, []);

  useEffect(() => {
    if (!view || value === said.current) return;
    if (waiting.current) {
      // Words that are being typed stay, as in every other field.
      handOver(view.state.doc);
      return;
    }
    view.updateState(open(value));
    setState(view.state);
  }, [view, value]);

  return { host, view, state };
};
