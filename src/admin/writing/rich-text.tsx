import { closeHistory } from 'prosemirror-history';
import type { Command } from 'prosemirror-state';
import { type ComponentType, use, useDeferredValue, useMemo, useState } from 'react';
import { ReadOnlyContext } from '#admin/editor/fields/field-frame.tsx';
import { countMarkdownWords, readingMinutes } from '#platform/text/count-words.ts';
import { counted } from '#platform/words.ts';
import { useBrokenLinks } from './broken-links.ts';
import type { OpenPart, Part } from './commands.ts';
import { type PartProps, VideoDialog } from './parts/block-dialog.tsx';
import { FindBar } from './parts/find-bar.tsx';
import { CardDialog, LinkDialog } from './parts/page-dialogs.tsx';
import { PictureDialog } from './parts/picture-dialog.tsx';
import { SlashList } from './parts/slash-list.tsx';
import { Toolbar } from './parts/toolbar.tsx';
import './rich-text.css';
import { slashStateOf } from './slash-menu.ts';
import { useRichText } from './use-rich-text.ts';

const DIALOGS: Partial<Record<Part, ComponentType<PartProps>>> = {
  link: LinkDialog,
  card: CardDialog,
  video: VideoDialog,
  picture: PictureDialog,
};

interface RichTextProps {
  value: string;
  onChange: (markdown: string) => void;
  /** The element that names the field. */
  labelId: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  rows: number;
  placeholder: string | undefined;
}

/** A Markdown text as it will look: written, pasted and arranged without a sign of Markdown. */
export function RichText(props: RichTextProps) {
  const { value, onChange, labelId, describedBy, isInvalid, rows, placeholder } = props;
  const [opened, setOpened] = useState<{ part: Part; file: File | undefined } | null>(null);
  const isReadOnly = use(ReadOnlyContext);
  const open: OpenPart = (part, file) => setOpened({ part, file });
  const { host, view, state } = useRichText({
    value,
    onChange,
    onOpen: open,
    isReadOnly,
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': 'Formatted text',
      'aria-describedby': [labelId, describedBy].filter(Boolean).join(' '),
      ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
      ...(isReadOnly ? { 'aria-readonly': 'true', tabindex: '0' } : {}),
      class: 'prose rich-text',
      style: `min-height: ${rows * 1.65}em`,
      ...(value === '' && placeholder ? { 'data-placeholder': placeholder } : {}),
    },
  });
  const close = () => {
    setOpened(null);
    view?.focus();
  };
  /** A link or a picture is its own undo step, even right after typing. */
  const finish = (command: Command) => {
    if (view) command(view.state, (change) => view.dispatch(closeHistory(change)), view);
    close();
  };
  const broken = useBrokenLinks(view, state?.doc);
  const menu = state && slashStateOf(state);
  const Dialog = opened && DIALOGS[opened.part];

  return (
    <div className="border border-control bg-raised focus-within:border-accent">
      {view && state && !isReadOnly && <Toolbar view={view} state={state} open={open} />}
      {view && state && opened?.part === 'find' && (
        <FindBar view={view} state={state} onClose={close} />
      )}
      <div className="relative">
        <div ref={host} />
        {view && menu && <SlashList view={view} menu={menu} open={open} />}
      </div>
      <StatusLine markdown={value} broken={broken} />
      {state && Dialog && (
        <Dialog state={state} file={opened?.file} onSet={finish} onClose={close} />
      )}
    </div>
  );
}

function StatusLine({ markdown, broken }: { markdown: string; broken: number }) {
  // Counted after the letter is on the screen.
  const rested = useDeferredValue(markdown);
  const words = useMemo(() => countMarkdownWords(rested), [rested]);
  return (
    <p className="border-t border-line px-3 py-1 text-2xs text-faint tabular-nums">
      {words.toLocaleString('en')} {words === 1 ? 'word' : 'words'} · {readingMinutes(words)} min
      read
      {broken > 0 && (
        <span className="font-medium text-danger">
          {' '}
          · {counted(broken, 'broken link', 'broken links')}
        </span>
      )}
    </p>
  );
}
