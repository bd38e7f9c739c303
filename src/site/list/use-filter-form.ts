import type { ChangeEvent, SubmitEvent } from 'react';
import { formSearch, type SearchValue } from '#site/search-params.ts';
import { useEarlyInput } from '#site/use-early-input.ts';
import { useTypedSearch } from '#ui/use-debounced.ts';

interface Words {
  q?: string | undefined;
  page?: number | undefined;
}

interface FilterForm<Search> {
  search: Search;
  /** The form's fields as the page's address has them. */
  read(values: Record<string, SearchValue>): Search;
  onChange(search: Search): void;
}

/** What makes a GET form of filters instant, and what its field for words needs: it is read once it rests. */
export const useFilterForm = <Search extends Words>({
  search,
  read,
  onChange,
}: FilterForm<Search>) => {
  const [text, setText] = useTypedSearch(search.q, (q) =>
    onChange({ ...search, q, page: undefined }),
  );
  const apply = (form: HTMLFormElement) => {
    const next = read(formSearch(form));
    setText(next.q ?? '');
    onChange({ ...next, q: next.q?.trim() });
  };
  const ref = useEarlyInput(apply);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(event.currentTarget);
  };
  const onType = (event: ChangeEvent<HTMLInputElement>) => setText(event.target.value);
  return {
    form: { ref, method: 'get', autoComplete: 'off', onSubmit } as const,
    field: { name: 'q', value: text, onChange: onType },
  };
};
