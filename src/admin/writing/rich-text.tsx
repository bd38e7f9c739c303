import { closeHistory } from 'prosemirror-history';
import type { Attrs } from 'prosemirror-model';
import { type Command, NodeSelection } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { use, useDeferredValue, useMemo, useState } from 'react';
import { ReadOnlyContext } from '#admin/editor/read-only-context.ts';
import { countMarkdownWords, readingMinutes } from '#platform/text/count-words.ts';
import { putBlock, selectedAttrs } from './block-commands.ts';
import { countBroken } from './broken-links.ts';
import { insertPicture, linkRangeOf, type Picture, removeLink, setLink } from './commands.ts';
import { nodes } from './markdown/schema.ts';
import { CalloutTools } from './parts/callout-tools.tsx';
import { CardDialog } from './parts/card-dialog.tsx';
import { FindBar } from './parts/find-bar.tsx';
import { LinkDialog } from './parts/link-dialog.tsx';
import { PictureDialog } from './parts/picture-dialog.tsx';
import { SlashList } from './parts/slash-list.tsx';
import { TableTools } from './parts/table-tools.tsx';
import { Toolbar } from './parts/toolbar.tsx';
import { VideoDialog } from './parts/video-dialog.tsx';
import './rich-text.css';
import { slashStateOf } from './slash-menu.ts';
import { type Openers, useRichText } from './use-rich-text.ts';

export interface RichTextProps {
  value: string;
  onChange: (markdown: string) => void;
  /** The element that names the field. */
  labelId: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  rows: number;
  placeholder: string | undefined;
}

type Opened =
  | { part: 'link' | 'find' | 'card' | 'video' }
  | { part: 'picture'; file: File | undefined };

const videoOf = (attrs: Attrs | null) => ({
  href: String(attrs?.href ?? ''),
  title: String(attrs?.title ?? ''),
});

/** A Markdown text as it will look: written, pasted and arranged without a sign of Markdown. */
export function RichText(props: RichTextProps) {
  const { value, onChange, labelId, describedBy, isInvalid, rows, placeholder } = props;
  const [opened, setOpened] = useState<Opened | null>(null);
  const isReadOnly = use(ReadOnlyContext);
  const openers: Openers = {
    openLink: () => setOpened({ part: 'link' }),
    openFind: () => setOpened({ part: 'find' }),
    openPicture: (file) => setOpened({ part: 'picture', file }),
    openCard: () => setOpened({ part: 'card' }),
    openVideo: () => setOpened({ part: 'video' }),
  };
  const { host, view, state } = useRichText({
    value,
    onChange,
    openers,
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
  const run = (command: Command) =>
    view && command(view.state, (transaction) => view.dispatch(closeHistory(transaction)), view);
  const menu = state && slashStateOf(state);
  const selected = state?.selection instanceof NodeSelection ? state.selection.node : null;
  const picture = selected?.type === nodes.image ? (selected.attrs as Picture) : undefined;

  return (
    <div className="border border-control bg-raised focus-within:border-accent">
      {view && state && !isReadOnly && <Toolbar view={view} state={state} openers={openers} />}
      {view && state && !isReadOnly && isInTable(state) && <TableTools view={view} />}
      {view && state && !isReadOnly && <CalloutTools view={view} state={state} />}
      {view && state && opened?.part === 'find' && (
        <FindBar view={view} state={state} onClose={close} />
      )}
      <div className="relative">
        <div ref={host} />
        {view && menu && <SlashList view={view} menu={menu} openers={openers} />}
      </div>
      <StatusLine markdown={value} broken={state ? countBroken(state) : 0} />
      {view && state && opened?.part === 'link' && (
        <LinkDialog
          href={linkRangeOf(state).href}
          onClose={close}
          onSet={(href, words) => {
            run(setLink(href, words));
            close();
          }}
          onRemove={() => {
            run(removeLink);
            close();
          }}
        />
      )}
      {state && opened?.part === 'card' && (
        <CardDialog
          slug={String(selectedAttrs(state, nodes.item_card)?.slug ?? '')}
          onClose={close}
          onSet={(card) => {
            run(putBlock(nodes.item_card, { ...card }));
            close();
          }}
        />
      )}
      {state && opened?.part === 'video' && (
        <VideoDialog
          video={videoOf(selectedAttrs(state, nodes.video))}
          onClose={close}
          onSet={(video) => {
            run(putBlock(nodes.video, { ...video }));
            close();
          }}
        />
      )}
      {view && opened?.part === 'picture' && (
        <PictureDialog
          file={opened.file}
          picture={picture}
          onClose={close}
          onInsert={(chosen) => {
            run(insertPicture(chosen));
            close();
          }}
        />
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
          · {broken} broken {broken === 1 ? 'link' : 'links'}
        </span>
      )}
    </p>
  );
}
