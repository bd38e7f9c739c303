import { type ComponentProps, useContext, useState } from 'react';
import { HistoryDialog } from '#admin/history/history-dialog.tsx';
import { May } from '#admin/may.tsx';
import { PreviewLinksDialog } from '#admin/preview-links/preview-links-dialog.tsx';
import { publicHref } from '#admin/public-href.ts';
import { AddToRelease } from '#admin/releases/add-to-release.tsx';
import { ScheduleDialog } from '#admin/schedule/schedule-dialog.tsx';
import { TalkContext } from '#admin/talk/use-talk.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';

interface ItemToolsProps {
  collection: Collection;
  item: AnyItem | null;
  editor: ComponentProps<typeof ScheduleDialog>['editor'];
  /** An earlier version became the current one. */
  onRestored: () => void;
}

const LINK = 'text-link inline-flex min-h-11 items-center text-sm max-sm:text-xs';

interface ToolButtonProps {
  label: string;
  onClick: () => void;
  isExpanded?: boolean;
}

function ToolButton({ label, onClick, isExpanded }: ToolButtonProps) {
  return (
    <button type="button" aria-expanded={isExpanded} onClick={onClick} className={LINK}>
      {label}
    </button>
  );
}

/** A stored item's tools besides Save: its public page, preview links, schedule, releases and history. */
export function ItemTools({ collection, item, editor, onRestored }: ItemToolsProps) {
  const [open, setOpen] = useState<'history' | 'links' | 'schedule' | 'release' | null>(null);
  const talk = useContext(TalkContext);
  if (!item) return null;
  const count = talk?.open.length ? ` (${talk.open.length})` : '';
  const href = publicHref(collection, item);
  const dialog = { collection, item, onClose: () => setOpen(null) };
  return (
    <>
      {href && (
        <a href={href} target="_blank" rel="noreferrer" className={LINK}>
          View on site<span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      {talk && (
        <ToolButton
          label={`Comments${count}`}
          isExpanded={talk.isOpen}
          onClick={() => talk.setIsOpen(!talk.isOpen)}
        />
      )}
      <ToolButton label="History" onClick={() => setOpen('history')} />
      {href && (
        <>
          <May least="editor">
            <ToolButton label="Preview link" onClick={() => setOpen('links')} />
          </May>
          <May least="publisher">
            <ToolButton label="Schedule" onClick={() => setOpen('schedule')} />
          </May>
        </>
      )}
      <May least="editor">
        <ToolButton label="Add to a release…" onClick={() => setOpen('release')} />
      </May>
      {open === 'release' && <AddToRelease {...dialog} items={[item]} />}
      {open === 'schedule' && <ScheduleDialog {...dialog} editor={editor} />}
      {open === 'links' && <PreviewLinksDialog {...dialog} />}
      {open === 'history' && (
        <HistoryDialog
          {...dialog}
          onRestored={() => {
            setOpen(null);
            onRestored();
          }}
        />
      )}
    </>
  );
}
