import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { Button } from '#ui/button.tsx';
import { Container } from '#ui/container.tsx';
import { Search, X } from '#ui/icons.tsx';
import { SearchField } from '#ui/search-field.tsx';

const BOX_ID = 'site-search';

/** Fetched just before typing begins. */
const Suggestions = lazy<ComponentType<{ input: HTMLInputElement }>>(() =>
  import('./suggestions.tsx').then(
    (part) => ({ default: part.Suggestions }),
    () => ({ default: LeadToSearch }),
  ),
);

/** For suggestions that a release has taken away: the search page is of the new one. Offline, the form waits as it is. */
function LeadToSearch({ input }: { input: HTMLInputElement }) {
  useEffect(() => {
    const q = input.value.trim() || undefined;
    if (navigator.onLine) window.location.assign(hrefTo('/search', {}, { q }));
  }, [input]);
  return null;
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, select, textarea'));

/** `/` outside fields, and Ctrl-K or Cmd-K unless another part of the page has a use for it. */
const opensSearch = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]'))
    return false;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand) return event.key === 'k' && !(event.target instanceof HTMLTextAreaElement);
  return event.key === '/' && !isWriting(event.target);
};

/** The search of every page: a native popover with a GET form, so that it opens and searches without script. */
export function SearchBox() {
  const box = useRef<HTMLElement>(null);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  useEffect(() => {
    const field = box.current?.querySelector('input');
    if (field && field === document.activeElement) setInput(field);
    const follow = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return;
      event.preventDefault();
      box.current?.showPopover();
      field?.focus();
      field?.select();
    };
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, []);
  return (
    <>
      <button
        type="button"
        popoverTarget={BOX_ID}
        aria-keyshortcuts="/ Control+K Meta+K"
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 text-sm font-medium hover:text-accent"
      >
        <Search aria-hidden className="size-5 lg:size-4" />
        <span className="max-lg:sr-only">Search</span>
      </button>
      <search
        ref={box}
        id={BOX_ID}
        popover="auto"
        aria-label="The whole site"
        className="site-search"
      >
        <Container className="py-4 sm:py-6">
          <form
            action={hrefTo('/search')}
            method="get"
            className="flex max-w-3xl items-center gap-2 sm:gap-3"
          >
            <SearchField
              label="Search the site"
              name="q"
              maxLength={200}
              placeholder="Vendors, features, terms, guides"
              // Where a popover puts the focus when it opens, with or without script.
              autoFocus
              onFocus={(event) => setInput(event.currentTarget)}
              className="flex-1"
            />
            <Button type="submit">Search</Button>
            <button
              type="button"
              popoverTarget={BOX_ID}
              popoverTargetAction="hide"
              aria-label="Close search"
              className="-mr-3 inline-flex size-11 shrink-0 items-center justify-center hover:text-accent"
            >
              <X aria-hidden className="size-5" />
            </button>
          </form>
          {input && (
            <Suspense>
              <Suggestions input={input} />
            </Suspense>
          )}
        </Container>
      </search>
    </>
  );
}
