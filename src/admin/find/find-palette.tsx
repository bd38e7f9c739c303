import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useAdminAddress } from '#admin/address.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { collectionNamed } from '#admin/collections.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { useMe } from '#admin/me.ts';
import { editorHref } from '#admin/tabs.ts';
import { Search } from '#ui/icons.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { type FindEntry, findEntries } from './find-entries.ts';

/** Ctrl-K, and Cmd-K on a Mac, but in a formatted text, where it makes a link. */
const isFindKey = (event: globalThis.KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  event.key.toLowerCase() === 'k' &&
  !(event.target instanceof HTMLElement && event.target.isContentEditable);

/** Finds any item of the desk by its words, screens, actions and settings, from wherever one is in the panel. */
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
    isError,
    isFetching,
    isPlaceholderData,
  } = useQuery({
    ...adminQuery('/api/desk-search', { q: asked.slice(0, 100) }),
    enabled: asked.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  // Enter must not open a result of earlier words.
  const isLate = isPlaceholderData || asked !== words.trim();
  const items = [
    ...findEntries(words, useMe()).map(({ kind, title, go }) => ({
      key: `${kind}-${title}`.replace(/\W+/g, '-'),
      title,
      note: kind,
      isLate: false,
      go,
    })),
    ...(asked.length > 1 ? found : []).map(({ collection, id, title, excerpt, isPublic }) => ({
      key: `${collection}-${id}`,
      title,
      note: `${collectionNamed(collection)?.label.one}${isPublic ? '' : ' · not public'}${excerpt && ` · …${excerpt}…`}`,
      isLate,
      go: editorHref(collection, id),
    })),
  ];
  const chosen = items[Math.min(active, items.length - 1)];
  const chosenId = chosen && `found-${chosen.key}`;
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  const open = (go: FindEntry['go']) => {
    onClose();
    void (typeof go === 'string' ? goTo(go) : go());
  };
  const watchKeys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((active + step + items.length) % Math.max(1, items.length));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (chosen && !chosen.isLate) open(chosen.go);
    }
  };

  return (
    <DialogFrame title="Find anything" size="medium" onClose={onClose}>
      <form onSubmit={(event) => event.preventDefault()}>
        <input
          type="search"
          role="combobox"
          aria-label="Words of an item"
          aria-expanded={items.length > 0}
          aria-controls="found-items"
          aria-activedescendant={chosenId}
          autoComplete="off"
          placeholder="An item, a screen, an action"
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
        {items.map(({ key, title, note, go }) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, as a combobox has it
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the input
          <div
            key={key}
            id={`found-${key}`}
            role="option"
            aria-selected={chosen?.key === key}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => open(go)}
            className="min-h-11 cursor-pointer border-b border-line px-2 py-2 hover:bg-sunken aria-selected:bg-accent-wash"
          >
            <span className="block text-sm font-medium">{title}</span>
            <span className="block truncate text-xs text-faint">{note}</span>
          </div>
        ))}
      </div>
      <p role="status" className="mt-3 text-xs text-faint">
        {asked.length > 1 && !isFetching && isError && 'Items could not be searched.'}
        {asked.length > 1 && !isFetching && !isError && items.length === 0 && 'Nothing found'}
      </p>
    </DialogFrame>
  );
}
