import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAdminAddress } from '#admin/address.ts';
import { adminGet } from '#admin/api/admin-api.ts';
import { adminKey, adminQuery } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { allCollections } from '#admin/collections.ts';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { TAB_TITLE } from '#admin/focus-tab.ts';
import { PAGE_SIZE } from '#admin/list/list-page.ts';
import { useMe } from '#admin/me.ts';
import { pathWith } from '#client/api-calls.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ActivityLine } from './activity-line.tsx';

const FILTERS = ['actor', 'collection', 'item', 'from', 'to'] as const;

/** The place after the last entry, as the API names it. */
const placeAfter = ({ at, id }: { at: string; id: number }) => `${Date.parse(at)}-${id}`;

/** What happened on the desk; the address keeps the filters. */
export function ActivityScreen() {
  const { search, changeSearch } = useAdminAddress();
  const me = useMe();
  const { data: people = [] } = useQuery(adminQuery('/api/users'));
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
    <section aria-labelledby={TAB_TITLE}>
      <header className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id={TAB_TITLE} tabIndex={-1} className="text-h2 font-semibold outline-none">
          Activity
        </h2>
        {me?.role === 'owner' && (
          <ButtonLink href={pathWith('/api/activity.csv', filters)} download>
            Download CSV
          </ButtonLink>
        )}
      </header>
      <div className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Select
          label="Person"
          value={search.actor ?? ''}
          onChange={({ target }) => void changeSearch({ actor: target.value })}
          options={[
            { value: '', label: 'Everybody' },
            ...people.map(({ email }) => ({ value: email, label: email })),
          ]}
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
        <DayInput
          label="From"
          value={search.from}
          onChange={(from) => void changeSearch({ from })}
        />
        <DayInput label="To" value={search.to} onChange={(to) => void changeSearch({ to })} />
      </div>
      {search.item && (
        <p className="mb-4 flex flex-wrap items-center gap-3 text-sm text-soft">
          Only number {search.item}
          <Button size="sm" variant="quiet" onClick={() => void changeSearch({ item: '' })}>
            Show all
          </Button>
        </p>
      )}
      {error && <ErrorText>The activity could not be loaded: {messageOf(error)}</ErrorText>}
      {!data && !error && <Skeleton className="h-40" />}
      {data && entries.length === 0 && <EmptyState text="Nothing happened here." />}
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
    </section>
  );
}

interface DayInputProps {
  label: string;
  value: string | undefined;
  onChange: (day: string) => void;
}

function DayInput({ label, value = '', onChange }: DayInputProps) {
  return (
    <FieldFrame label={label}>
      {(ids) => (
        <input
          {...ids}
          type="date"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="field"
        />
      )}
    </FieldFrame>
  );
}
