import { useInfiniteQuery } from '@tanstack/react-query';
import { useAdminAddress } from '#admin/address.ts';
import { adminGet } from '#admin/api/admin-api.ts';
import { adminKey } from '#admin/api/admin-queries.ts';
import { allCollections } from '#admin/collections.ts';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { PAGE_SIZE } from '#admin/list/list-page.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { usePeopleOptions } from '#admin/people/people.tsx';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { ActivityLine } from './activity-line.tsx';

const FILTERS = ['actor', 'collection', 'item', 'from', 'to'] as const;

/** The place after the last entry, as the API names it. */
const placeAfter = ({ at, id }: { at: string; id: number }) => `${Date.parse(at)}-${id}`;

/** The URL keeps the filters. */
export function ActivityScreen() {
  const { search, changeSearch } = useAdminAddress();
  const people = usePeopleOptions();
  const filters = Object.fromEntries(FILTERS.map((key) => [key, search[key]]));
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...adminKey('/api/activity', filters), 'in parts'],
    queryFn: ({ pageParam }) =>
      adminGet('/api/activity', { ...filters, limit: PAGE_SIZE, before: pageParam }),
    initialPageParam: '',
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return page.length === PAGE_SIZE && last ? placeAfter(last) : undefined;
    },
    refetchOnMount: 'always',
  });
  const entries = data?.pages.flat() ?? [];

  return (
    <TabFrame
      title="Activity"
      what="The activity"
      error={error}
      count={data && entries.length}
      empty="Nothing happened here."
      tools={
        <>
          <div className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
            <Select
              label="Person"
              value={search.actor ?? ''}
              onChange={({ target }) => void changeSearch({ actor: target.value })}
              options={[{ value: '', label: 'Everybody' }, ...people]}
            />
            <Select
              label="Content"
              value={search.collection ?? ''}
              onChange={({ target }) => void changeSearch({ collection: target.value, item: '' })}
              options={[
                { value: '', label: 'Everything' },
                ...allCollections().map(({ name, label }) => ({ value: name, label: label.many })),
              ]}
            />
            <TextInput
              label="From"
              type="date"
              value={search.from ?? ''}
              onChange={(from) => void changeSearch({ from })}
            />
            <TextInput
              label="To"
              type="date"
              value={search.to ?? ''}
              onChange={(to) => void changeSearch({ to })}
            />
          </div>
          {search.item && (
            <p className="mb-4 flex flex-wrap items-center gap-3 text-sm text-soft">
              Only number {search.item}
              <Button size="sm" variant="quiet" onClick={() => void changeSearch({ item: '' })}>
                Show all
              </Button>
            </p>
          )}
        </>
      }
    >
      <ol>
        {entries.map((entry) => (
          <ActivityLine key={entry.id} entry={entry} />
        ))}
      </ol>
      {hasNextPage && (
        <Button className="mt-5" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier
        </Button>
      )}
    </TabFrame>
  );
}
