import { type ComponentProps, useContext, useState } from 'react';
import { HistoryDialog } from '#admin/history/history-dialog.tsx';
import { May } from '#admin/may.tsx';
import { PreviewLinksDialog } from '#admin/preview-links/preview-links-dialog.tsx';
import { publicHref } from '#admin/public-href.ts';
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

const TOOLS = {
  history: { label: 'History', least: 'viewer' },
  links: { label: 'Preview link', least: 'editor' },
  schedule: { label: 'Schedule', least: 'publisher' },
} as const;

const LINK = 'text-link inline-flex min-h-11 items-center text-sm max-sm:text-xs';

/** A stored item's tools besides Save: its public page, preview links, schedule and history. */
export function ItemTools({ collection, item, editor, onRestored }: ItemToolsProps) {
  const [open, setOpen] = useState<keyof typeof TOOLS | null>(null);
  const talk = useContext(TalkContext);
  if (!item) return null;
  const count = talk?.open.length ? ` (${talk.open.length})` : '';
  const href = publicHref(collection, item);
  const tools = href ? (['history', 'links', 'schedule'] as const) : (['history'] as const);
  const dialog = { collection, item, onClose: () => setOpen(null) };
  return (
    <>
      {href && (
        <a href={href} target="_blank" rel="noreferrer" className={LINK}>
          View on site<span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      {talk && (
        <button
          type="button"
          aria-expanded={talk.isOpen}
          onClick={() => talk.setIsOpen(!talk.isOpen)}
          className={LINK}
        >
          Comments{count}
        </button>
      )}
      {tools.map((tool) => (
        <May key={tool} least={TOOLS[tool].least}>
          <button type="button" onClick={() => setOpen(tool)} className={LINK}>
            {TOOLS[tool].label}
          </button>
        </May>
      ))}
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
