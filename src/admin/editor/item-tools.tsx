import { type ComponentProps, useState } from 'react';
import { HistoryDialog } from '#admin/history/history-dialog.tsx';
import { May } from '#admin/may.tsx';
import { PreviewLinksDialog } from '#admin/preview-links/preview-links-dialog.tsx';
import { publicHref } from '#admin/public-href.ts';
import { ScheduleDialog } from '#admin/schedule/schedule-dialog.tsx';
import type { AnyItem, Collection } from '#kit/collection.ts';

interface ItemToolsProps {
  collection: Collection;
  item: AnyItem | null;
  editor: ComponentProps<typeof ScheduleDialog>['editor'];
  /** An earlier version became the current one. */
  onRestored: () => void;
}

/** What a stored item offers besides saving: its page on the site, links to a preview of it, its schedule and its history. */
export function ItemTools({ collection, item, editor, onRestored }: ItemToolsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isSharing, setIsSharing] = useState(false);
  const [isPlanning, setIsPlanning] = useState(false);
  if (!item) return null;
  const href = publicHref(collection, item);
  return (
    <>
      {href && (
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          className="text-link inline-flex min-h-11 items-center text-sm max-sm:text-xs"
        >
          View on site<span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="text-link inline-flex min-h-11 items-center text-sm max-sm:text-xs"
      >
        History
      </button>
      {href && (
        <May least="editor">
          <button
            type="button"
            onClick={() => setIsSharing(true)}
            className="text-link inline-flex min-h-11 items-center text-sm max-sm:text-xs"
          >
            Preview link
          </button>
        </May>
      )}
      {href && (
        <May least="publisher">
          <button
            type="button"
            onClick={() => setIsPlanning(true)}
            className="text-link inline-flex min-h-11 items-center text-sm max-sm:text-xs"
          >
            Schedule
          </button>
        </May>
      )}
      {isPlanning && (
        <ScheduleDialog
          collection={collection}
          item={item}
          editor={editor}
          onClose={() => setIsPlanning(false)}
        />
      )}
      {isSharing && (
        <PreviewLinksDialog
          collection={collection}
          item={item}
          onClose={() => setIsSharing(false)}
        />
      )}
      {isOpen && (
        <HistoryDialog
          collection={collection}
          item={item}
          onClose={() => setIsOpen(false)}
          onRestored={() => {
            setIsOpen(false);
            onRestored();
          }}
        />
      )}
    </>
  );
}
