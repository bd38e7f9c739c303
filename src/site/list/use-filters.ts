import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  type ChangeEvent,
  type MouseEvent,
  type SubmitEvent,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react';
import { stringifySearch } from '#platform/stringify-search.ts';
import { formSearch } from '#site/search-params.ts';
import { useEarlyInput } from '#site/use-early-input.ts';
import { useTypedSearch } from '#ui/use-debounced.ts';
import type { ListRouteInfo } from './list-page.tsx';
import type { PageSearch } from './list-route.ts';

/**
 * Filters of a list, in links and in a GET form that script makes instant. A choice shows at once; list and address follow
 * when the list is there, and until then it `isOld`. One that cannot be had leaves everything as it was, and `isRefused`
 * until another is chosen.
 */
export const useFilters = <Entry, Search extends PageSearch & { q?: string }>(
  { path, read, load }: ListRouteInfo<Entry, Search>,
  shown: Search,
) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Search | null>(null);
  const [isRefused, setRefused] = useState(false);
  const search = chosen ?? shown;
  const latest = useRef<Search>(null);
  // A visitor who went on or back meanwhile is not taken to a choice from before.
  useEffect(() => {
    latest.current = shown;
    return () => {
      latest.current = null;
    };
  }, [shown]);

  const apply = async (next: Search) => {
    latest.current = next;
    setChosen(next);
    setRefused(false);
    const isThere = await load(queryClient, next).then(
      () => true,
      () => false,
    );
    if (latest.current === next) {
      setRefused(!isThere);
      if (isThere) {
        await navigate({
          href: path + stringifySearch({ ...next }),
          // Each choice is a step back, the letters of one word are not.
          replace: Boolean(shown.q) && next.q !== shown.q,
          resetScroll: false,
        });
      }
    }
    // After what the router shows of it.
    startTransition(() => setChosen((now) => (now === next ? null : now)));
  };

  const [text, setText] = useTypedSearch(
    search.q,
    (q) => void apply({ ...search, q, page: undefined }),
  );
  const applyForm = (form: HTMLFormElement) => {
    const next = read(formSearch(form));
    setText(next.q ?? '');
    void apply({ ...next, q: next.q?.trim() });
  };
  const ref = useEarlyInput(applyForm);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    applyForm(event.currentTarget);
  };
  const onType = (event: ChangeEvent<HTMLInputElement>) => setText(event.target.value);

  return {
    search,
    isOld: chosen !== null,
    isRefused,
    apply,
    /** A choice that works without script too. */
    linkTo: (next: Search, hash = '') => ({
      href: path + stringifySearch({ ...next }) + hash,
      onClick: (event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        void apply(next);
      },
    }),
    form: {
      ref,
      method: 'get',
      autoComplete: 'off',
      onSubmit,
      'aria-busy': chosen !== null,
    } as const,
    /** The form's field for words, which are read once they rest. */
    field: { name: 'q', value: text, onChange: onType },
  };
};
