import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pageHref, useAdminAddress } from '#admin/address.ts';
import { adminListQuery, adminQuery, fresh, readAt } from '#admin/api/admin-queries.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { pageOf, pagesOf, partOf } from '#admin/list/list-page.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import type { ResponseOf } from '#client/api-calls.ts';
import { Chip } from '#ui/chip.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { LinkRow } from './link-row.tsx';
import { STATES } from './link-words.ts';

const PATH = '/api/link-checks';
const SCHEDULE = '/api/link-checks/schedule';

const scheduleText = (schedule: ResponseOf<'get', typeof SCHEDULE> | undefined) => {
  if (!schedule) return '';
  return schedule.nextAt
    ? `Links that are due are checked by themselves next on ${formatDateTime(schedule.nextAt)}.`
    : 'Links are not checked by themselves. Only ‘Check now’ asks; the person who runs the server can set a time.';
};

/** Sources and outside links: which of them still lead where they should. */
export function LinksTab() {
  const { search, changeSearch } = useAdminAddress();
  const queryClient = useQueryClient();
  const page = pageOf(search);
  const state = STATES.find(({ value }) => value === search.state)?.value;
  const query = { state, q: search.q, ...partOf(page) };
  const { data, error } = useQuery(fresh(adminListQuery(PATH, query)));
  const { data: schedule } = useQuery(adminQuery(SCHEDULE));
  const refresh = () => queryClient.invalidateQueries(readAt(PATH));
  const choose = (patch: Record<string, string>) =>
    void changeSearch({ page: '', ...patch }, 'link-checks');
  return (
    <TabFrame
      title="Links"
      lead="Sources and outside links of all content. A link is dead after three failures over seven days; a site that turns robots away is not."
      error={error}
      count={data?.items.length}
      empty={state || search.q ? 'Nothing matches.' : 'No content names an address outside yet.'}
      tools={
        <>
          <SearchField
            label="Search links"
            placeholder="Search links"
            defaultValue={search.q ?? ''}
            onChange={(event) => choose({ q: event.target.value })}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: the filters are buttons */}
          <div role="group" aria-label="Show" className="mt-3 flex flex-wrap gap-2">
            <Chip selected={!state} onClick={() => choose({ state: '' })}>
              All
            </Chip>
            {STATES.map(({ value, label }) => (
              <Chip key={value} selected={value === state} onClick={() => choose({ state: value })}>
                {label}
              </Chip>
            ))}
          </div>
          <p className="mt-3 text-xs text-soft">{scheduleText(schedule)}</p>
          <div className="mt-1 text-xs text-faint">
            <LiveCount>
              {data ? `${data.total} ${data.total === 1 ? 'link' : 'links'}` : ''}
            </LiveCount>
          </div>
        </>
      }
    >
      <ul className="mt-2">
        {data?.items.map((link) => (
          <LinkRow key={link.url} link={link} onChanged={refresh} />
        ))}
      </ul>
      <Pagination
        page={page}
        pages={pagesOf(data?.total)}
        hrefFor={pageHref('link-checks', search)}
      />
    </TabFrame>
  );
}
