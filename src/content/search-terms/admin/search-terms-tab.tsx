import { useQuery, useQueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, refreshCollection } from '#admin/api/admin-queries.ts';
import { createOnce } from '#admin/api/create-once.ts';
import { ListTab } from '#admin/list/list-tab.tsx';
import type { ListShape } from '#admin/list/list-view.ts';
import { May } from '#admin/may.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import { useRun } from '#admin/use-action.ts';
import { Button } from '#ui/button.tsx';
import { searchTerms } from '../search-terms.collection.ts';

/** Terms are listed whole (spec, section 2). */
export const TERM_LIST = { isWhole: true } satisfies ListShape;

/** The list of terms, and below it searches without results. */
export function SearchTermsTab({ collection }: ScreenProps) {
  return (
    <ListTab collection={collection} {...TERM_LIST}>
      <SearchMisses />
    </ListTab>
  );
}

const missesQuery = adminQuery('/api/search-misses');

/** Recent searches without results; an editor can turn each into a search term. */
function SearchMisses() {
  const queryClient = useQueryClient();
  const { data: misses = [] } = useQuery(missesQuery);
  const { run, isBusy } = useRun(() =>
    Promise.all([
      refreshCollection(queryClient, searchTerms.name),
      queryClient.invalidateQueries({ queryKey: missesQuery.queryKey }),
    ]),
  );
  const add = (term: string) =>
    run(
      () => createOnce({ term }, (request) => adminSend('POST', '/api/search-terms', request)),
      `Added ${term} as a search term`,
      'The term was not added',
    );
  if (misses.length === 0) return null;
  return (
    <section aria-labelledby="search-misses" className="mt-12">
      <h3 id="search-misses" className="text-h3 font-semibold">
        Searched without a result
      </h3>
      <p className="mt-1 text-sm text-soft">
        What visitors looked for in the last 30 days and the site does not have.
      </p>
      <ul className="mt-3 border-t border-line">
        {misses.map(({ words, count, lastDay }) => (
          <li
            key={words}
            className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-b border-line py-2"
          >
            <span className="min-w-0">
              {words}
              <span className="block text-xs text-faint">
                {count === 1 ? 'Once' : `${count} times`}, last on {lastDay}
              </span>
            </span>
            <May least="publisher">
              <Button size="sm" disabled={isBusy} onClick={() => void add(words)}>
                Add as search term<span className="sr-only">: {words}</span>
              </Button>
            </May>
          </li>
        ))}
      </ul>
    </section>
  );
}
