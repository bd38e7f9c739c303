import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useMemo, useRef, useState } from 'react';
import { pathWith, type ResponseOf } from '#client/api-calls.ts';
import { apiGetUntil } from '#site/api/api-client.ts';
import { useDebounced } from '#ui/use-debounced.ts';

const PATH = '/api/search/suggestions';
const LIST_ID = 'search-suggestions';
const TYPING_MS = 150;

type Suggested = ResponseOf<'get', typeof PATH>;

const NOTHING: Suggested = { corrected: null, answers: [], items: [] };
const optionId = (at: number) => `${LIST_ID}-${at}`;

/** Suggestions for the words in a field, after a pause; overtaken requests are aborted. */
const useSuggested = (input: HTMLInputElement): Suggested | null => {
  const [words, setWords] = useState('');
  useEffect(() => {
    const follow = () => setWords(input.value.trim());
    follow();
    input.addEventListener('input', follow);
    return () => input.removeEventListener('input', follow);
  }, [input]);
  const q = useDebounced(words, TYPING_MS);
  const { data } = useQuery({
    queryKey: [pathWith(PATH, { q })],
    queryFn: ({ signal }) => apiGetUntil(signal, PATH, { q }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  return (words && q && data) || null;
};

/** Answers stand above pages, each with what it leads to; what two lead to is offered once. */
const optionsOf = ({ answers, items }: Suggested) => {
  const leads = answers.flatMap(({ title, links }) =>
    links.map(({ label, path }) => ({ title: label, path, kind: title })),
  );
  const pages = [...leads, ...items].map((page) => ({ ...page, text: '' }));
  const all = [...answers, ...pages];
  const first = new Map(all.toReversed().map((one) => [one.path, one]));
  return all.filter((one) => first.get(one.path) === one);
};

const spoken = (suggested: Suggested): string => {
  const { corrected } = suggested;
  const items = optionsOf(suggested);
  const count = items.length === 1 ? '1 suggestion' : `${items.length || 'No'} suggestions`;
  return corrected ? `${count} for ${corrected}` : count;
};

const closePopover = (input: HTMLInputElement) =>
  input.closest<HTMLElement>('[popover]')?.hidePopover();

/** Makes a combobox of a search field: a list of pages below it, walked through by the arrow keys. */
export function Suggestions({ input }: { input: HTMLInputElement }) {
  const suggested = useSuggested(input);
  const { corrected } = suggested ?? NOTHING;
  const items = useMemo(() => optionsOf(suggested ?? NOTHING), [suggested]);
  const [isClosed, setClosed] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const isOpen = items.length > 0 && !isClosed;

  const [shown, setShown] = useState(suggested);
  // Other suggestions open the list anew.
  if (shown !== suggested) {
    setShown(suggested);
    setClosed(false);
    setActive(-1);
  }

  useEffect(() => {
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', LIST_ID);
    input.setAttribute('aria-expanded', String(isOpen));
    if (isOpen && active >= 0) input.setAttribute('aria-activedescendant', optionId(active));
    else input.removeAttribute('aria-activedescendant');
  }, [input, isOpen, active]);

  useEffect(() => {
    const step = (by: 1 | -1) => {
      setClosed(false);
      // One place more than there are options: beside them stands the field itself.
      const places = items.length + 1;
      setActive((at) => ((at + 1 + by + places) % places) - 1);
    };
    const clear = () => {
      input.value = '';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const follow = (event: KeyboardEvent) => {
      const chosen = isOpen
        ? list.current?.querySelector<HTMLElement>('[aria-selected=true]')
        : null;
      if (event.key === 'ArrowDown' && items.length > 0) step(1);
      else if (event.key === 'ArrowUp' && items.length > 0) step(-1);
      else if (event.key === 'Enter' && chosen) chosen.click();
      else if (event.key === 'Escape' && isOpen) setClosed(true);
      else if (event.key === 'Escape' && input.value !== '') clear();
      else return;
      event.preventDefault();
    };
    const leaving = new AbortController();
    const { signal } = leaving;
    input.addEventListener('keydown', follow, { signal });
    // New input clears the choice among the last suggestions.
    input.addEventListener('input', () => setActive(-1), { signal });
    const close = () => {
      setClosed(true);
      setActive(-1);
    };
    input.closest('[popover]')?.addEventListener('toggle', close, { signal });
    return () => leaving.abort();
  }, [input, items, isOpen]);

  return (
    <>
      <p role="status" className="sr-only">
        {suggested && !isClosed ? spoken(suggested) : ''}
      </p>
      {isOpen && corrected && (
        <p className="mt-3 text-xs text-faint">Showing results for {corrected}</p>
      )}
      <div
        ref={list}
        id={LIST_ID}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isOpen}
        className="mt-3 max-w-3xl border-t border-line"
      >
        {items.map(({ title, path, kind, text }, at) => (
          <a
            key={`${kind} ${path}`}
            id={optionId(at)}
            role="option"
            aria-selected={at === active}
            tabIndex={-1}
            href={path}
            onClick={() => closePopover(input)}
            className={clsx(
              'flex min-h-11 items-center justify-between gap-5 border-b border-line px-2 py-1.5 hover:bg-sunken',
              at === active && 'bg-accent-wash',
            )}
          >
            <span className="min-w-0 text-sm">
              {title}
              {text && <span className="block text-xs text-soft">{text}</span>}
            </span>
            <span className="shrink-0 text-xs text-faint">{kind}</span>
          </a>
        ))}
      </div>
    </>
  );
}
