import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAdminAddress } from '#admin/address.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { collectionNamed } from '#admin/collections.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { useMe } from '#admin/me.ts';
import { OptionList, useOptions } from '#admin/parts/option-list.tsx';
import { editorHref } from '#admin/tabs.ts';
import { Search } from '#ui/icons.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { type FindEntry, findEntries } from './find-entries.ts';

/** Ctrl-K, and Cmd-K on a Mac, but in a formatted text, where it makes a link. */
const isFindKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  event.key.toLowerCase() === 'k' &&
  !(event.target instanceof HTMLElement && event.target.isContentEditable);

/** Finds any item of the desk by its words, screens, actions and settings, from wherever one is in the panel. */
export function FindPalette() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const watchKeys = (event: KeyboardEvent) => {
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
  const open = (go: FindEntry['go']) => () => {
    onClose();
    void (typeof go === 'string' ? goTo(go) : go());
  };
  const options = [
    ...findEntries(words, useMe()).map(({ kind, title, go }) => ({
      key: `${kind}-${title}`,
      label: title,
      note: kind,
      choose: open(go),
    })),
    ...(asked.length > 1 ? found : []).map(({ collection, id, title, excerpt, isPublic }) => ({
      key: `${collection}-${id}`,
      label: title,
      note: `${collectionNamed(collection)?.label.one}${isPublic ? '' : ' · not public'}${excerpt && ` · …${excerpt}…`}`,
      choose: open(editorHref(collection, id)),
      // Enter must not open a result of earlier words.
      isLate: isPlaceholderData || asked !== words.trim(),
    })),
  ];
  const { field, list, toFirst } = useOptions('found-items', options);

  return (
    <DialogFrame title="Find anything" size="medium" onClose={onClose}>
      <form onSubmit={(event) => event.preventDefault()}>
        <input
          {...field}
          type="search"
          aria-label="Words of an item"
          placeholder="An item, a screen, an action"
          value={words}
          onChange={({ target }) => {
            setWords(target.value);
            toFirst();
          }}
          className="field"
        />
      </form>
      <OptionList label="Found" {...list} className="mt-3" />
      <p role="status" className="mt-3 text-xs text-faint">
        {asked.length > 1 && !isFetching && isError && 'Items could not be searched.'}
        {asked.length > 1 && !isFetching && !isError && options.length === 0 && 'Nothing found'}
      </p>
    </DialogFrame>
  );
}
