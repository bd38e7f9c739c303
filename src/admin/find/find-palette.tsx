import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useAdminAddress } from '#admin/address.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { collectionNamed } from '#admin/collections.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { editorHref } from '#admin/tabs.ts';
import { Search } from '#ui/icons.tsx';
import { useDebounced } from '#ui/use-debounced.ts';

/** Ctrl-K, and Cmd-K on a Mac, but in a formatted text, where it makes a link. */
const isFindKey = (event: globalThis.KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  event.key.toLowerCase() === 'k' &&
  !(event.target instanceof HTMLElement && event.target.isContentEditable);

/** Finds any item of the desk by its words, from wherever one is in the panel. */
export function FindPalette() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const watchKeys = (event: globalThis.KeyboardEvent) => {
      if (!isFindKey(event)) return;
      event.preventDefault();
      setIsOpen(true);
    };
    // On the way down: the site's own search would take it on the way up.
    document.addEventListener('keydown', watchKeys, { capture: true });
    return () => document.removeEventListener('keydown', watchKeys, { capture: true });
  }, []);
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="inline-flex min-h-11 items-center gap-2 border border-control px-4 text-sm text-soft hover:text-accent"
      >
        <Search aria-hidden className="size-4" />
        Find anything
        <kbd className="text-2xs text-faint max-sm:hidden">Ctrl-K</kbd>
      </button>
      {isOpen && <FindDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function FindDialog({ onClose }: { onClose: () => void }) {
  const [words, setWords] = useState('');
  const [active, setActive] = useState(0);
  const { goTo } = useAdminAddress();
  const asked = useDebounced(words.trim());
  const {
    data: found = [],
    isFetching,
    isPlaceholderData,
  } = useQuery({
    ...adminQuery('/api/desk-search', { q: asked.slice(0, 100) }),
    enabled: asked.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const items = asked.length > 1 ? found : [];
  // Enter must not open a result of earlier words.
  const isLate = isPlaceholderData || asked !== words.trim();
  const chosen = items[Math.min(active, items.length - 1)];

  const open = (href: string) => {
    onClose();
    void goTo(href);
  };
  const watchKeys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((active + step + items.length) % Math.max(1, items.length));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (chosen && !isLate) open(editorHref(chosen.collection, chosen.id));
    }
  };

  return (
    <DialogFrame title="Find anything" size="medium" onClose={onClose}>
      <form onSubmit={(event) => event.preventDefault()}>
        <input
          type="search"
          role="combobox"
          aria-label="Words of an item"
          aria-expanded={false}
          aria-controls="found-items"
          aria-activedescendant={chosen ? `found-${chosen.collection}-${chosen.id}` : undefined}
          autoComplete="off"
          placeholder="Name or any word of its text"
          value={words}
          onChange={({ target }) => {
            setWords(target.value);
            setActive(0);
          }}
          onKeyDown={watchKeys}
          className="field"
        />
      </form>
      <div id="found-items" role="listbox" aria-label="Found" className="mt-3">
        {items.map(({ collection, id, title, excerpt, isPublic }) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, as a combobox has it
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the input
          <div
            key={`${collection}/${id}`}
            id={`found-${collection}-${id}`}
            role="option"
            aria-selected={chosen?.collection === collection && chosen.id === id}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => open(editorHref(collection, id))}
            className="min-h-11 cursor-pointer border-b border-line px-2 py-2 hover:bg-sunken aria-selected:bg-accent-wash"
          >
            <span className="block text-sm font-medium">{title}</span>
            <span className="block truncate text-xs text-faint">
              {collectionNamed(collection)?.label.one}
              {isPublic ? '' : ' · not public'}
              {excerpt && ` · …${excerpt}…`}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className="mt-3 text-xs text-faint">
        {asked.length > 1 && !isFetching && items.length === 0 ? 'Nothing found' : ''}
      </p>
    </DialogFrame>
  );
}
