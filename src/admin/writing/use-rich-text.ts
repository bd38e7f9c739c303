import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { Fragment, Slice } from 'prosemirror-model';
import { search } from 'prosemirror-search';
import { EditorState, TextSelection } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { blockKeys } from './block-commands.ts';
import { brokenLinks } from './broken-links.ts';
import { joinLists } from './join-lists.ts';
import { editorKeys } from './keys.ts';
import { type OpenMarkdown, openMarkdown } from './markdown/open-markdown.ts';
import { readBlocks } from './markdown/read-markdown.ts';
import { writeBlock } from './markdown/write-block.ts';
import { cleanHtml } from './paste/clean-html.ts';
import { slashMenu } from './slash-menu.ts';
import { typingRules } from './typing-rules.ts';

export interface Openers {
  openLink: () => void;
  openFind: () => void;
  openPicture: (file?: File) => void;
  openCard: () => void;
  openVideo: () => void;
}

interface RichTextOptions {
  value: string;
  onChange: (markdown: string) => void;
  openers: Openers;
  attributes: Record<string, string>;
  isReadOnly: boolean;
}

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

const readText = (text: string): Slice => {
  const blocks = readBlocks(text).map(({ node }) => node);
  const isOpen = blocks.length > 0 && blocks.every((block) => block.isTextblock);
  return new Slice(Fragment.from(blocks), isOpen ? 1 : 0, isOpen ? 1 : 0);
};

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

  const open = useEffectEvent((source: string): EditorState => {
    opened.current = openMarkdown(source);
    said.current = source;
    const openers: Openers = {
      openLink: () => latest.current.openers.openLink(),
      openFind: () => latest.current.openers.openFind(),
      openPicture: (file) => latest.current.openers.openPicture(file),
      openCard: () => latest.current.openers.openCard(),
      openVideo: () => latest.current.openers.openVideo(),
    };
    return EditorState.create({
      doc: opened.current.doc,
      plugins: [
        slashMenu(openers),
        typingRules(),
        blockKeys(openers),
        ...editorKeys(openers),
        history(),
        joinLists(),
        brokenLinks(),
        search(),
        dropCursor(),
        gapCursor(),
        tableEditing(),
      ],
    });
  });

  useEffect(() => {
    if (!host.current) return;
    const created = new EditorView(host.current, {
      state: open(latest.current.value),
      attributes: () => latest.current.attributes,
      editable: () => !latest.current.isReadOnly,
      transformPastedHTML: cleanHtml,
      clipboardTextParser: readText,
      clipboardTextSerializer: writeText,
      handlePaste: (_view, event) => {
        const file = pictureIn(event.clipboardData);
        if (file) latest.current.openers.openPicture(file);
        return file !== undefined;
      },
      handleDrop: (target, event) => {
        const file = [...(event.dataTransfer?.files ?? [])].find(isPicture);
        if (!file) return false;
        event.preventDefault();
        const place = target.posAtCoords({ left: event.clientX, top: event.clientY });
        if (place) placeCursor(target, place.pos);
        latest.current.openers.openPicture(file);
        return true;
      },
      dispatchTransaction: (transaction) => {
        const next = created.state.apply(transaction);
        created.updateState(next);
        setState(next);
        if (!transaction.docChanged || !opened.current) return;
        const markdown = opened.current.write(next.doc);
        if (markdown === said.current) return;
        said.current = markdown;
        latest.current.onChange(markdown);
      },
    });
    setView(created);
    setState(created.state);
    return () => created.destroy();
  }, []);

  useEffect(() => {
    if (!view || value === said.current) return;
    view.updateState(open(value));
    setState(view.state);
  }, [view, value]);

  return { host, view, state };
};
