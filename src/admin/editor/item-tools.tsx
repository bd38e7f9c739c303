import { useState } from 'react';
import { HistoryDialog } from '#admin/history/history-dialog.tsx';
import { publicHref } from '#admin/public-href.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';

interface ItemToolsProps {
  collection: Collection;
  item: AnyItem | null;
  /** An earlier version became the current one. */
  onRestored: () => void;
}

/** What a stored item offers besides saving: its page on the site, and its history. */
export function ItemTools({ collection, item, onRestored }: ItemToolsProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (!item) return null;
  const href = publicHref(collection, item);
  return (
    <>
      {href && (
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          className="text-link inline-flex min-h-11 items-center text-sm"
        >
          View on site<span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="text-link inline-flex min-h-11 items-center text-sm"
      >
        History
      </button>
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
