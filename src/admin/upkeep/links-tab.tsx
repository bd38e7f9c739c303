import { useQuery } from '@tanstack/react-query';
import { useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminListQuery, adminQuery } from '#admin/api/admin-queries.ts';
import { reasonOf } from '#admin/api/problems.ts';
import { UseLine } from '#admin/confirm/used-by.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { ALL, useNarrowed, useTabList } from '#admin/list/use-tab-list.ts';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import { OneTextForm } from '#admin/parts/one-text-form.tsx';
import { type RowData, RowFacts, Rows } from '#admin/parts/row.tsx';
import type { ResponseOf } from '#client/api-calls.ts';
import { counted } from '#platform/words.ts';
import { Badge } from '#ui/badge.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { SearchField } from '#ui/search-field.tsx';

const timesOf = (count: number) => counted(count, 'place', 'places');

/** One address: its state, its places and its actions. */
const linkRow = (link: LinkCheck): RowData => {
  const { url, movedTo, reason, checkedAt, failures, useCount, usedIn } = link;
  const state = stateOf(link);
  return {
    key: url,
    title: <ExternalLink href={url}>{url}</ExternalLink>,
    marks: state && <Badge tone={state.tone}>{state.label}</Badge>,
    offers: [
      {
        label: 'Check now',
        name: `Check now: ${url}`,
        least: 'editor',
        work: async () => {
          const checked = await adminSend('POST', `${PATH}/check`, { body: { url } });
          return `Checked: ${stateOf(checked)?.label ?? checked.state}`;
        },
        failed: reasonOf,
        busy: 'Working...',
      },
      {
        label: 'Replace address',
        name: `Replace address: ${url}`,
        least: 'publisher',
        opens: (close) => (
          <OneTextForm
            label="New address"
            start={movedTo ?? ''}
            action={`Replace in ${timesOf(useCount)}`}
            at={PATH}
            work={async (to) => {
              const { changed } = await adminSend('POST', `${PATH}/replace`, { body: { url, to } });
              return `Replaced in ${counted(changed, 'item', 'items')}`;
            }}
            failed={reasonOf}
            onDone={close}
          />
        ),
      },
    ],
    children: (
      <>
        {reason && <p className="mt-1 text-soft">{reason}</p>}
        {movedTo && <p className="mt-1 break-all text-soft">Leads to {movedTo}</p>}
        {checkedAt && (
          <RowFacts>
            Checked {formatDateTime(checkedAt)}
            {failures > 0 ? `, failed ${failures} times in a row` : ''}
          </RowFacts>
        )}
        <details className="mt-1">
          <summary className="min-h-9 cursor-pointer py-1.5 text-xs font-medium">
            Used in {timesOf(useCount)}
          </summary>
          <ul className="list-disc pl-5">
            {usedIn.map((use) => (
              <UseLine key={`${use.collection}/${use.id}`} use={use} />
            ))}
          </ul>
        </details>
      </>
    ),
  };
};

type LinkCheck = ResponseOf<'get', '/api/link-checks'>[number];

/** The label of each state, and its urgency for editors. */
const STATES: readonly {
  value: LinkCheck['state'];
  label: string;
  tone: 'warn' | 'neutral' | 'positive';
}[] = [
  { value: 'dead', label: 'Dead', tone: 'warn' },
  { value: 'changed-hands', label: 'Domain changed hands', tone: 'warn' },
  { value: 'failing', label: 'Failing', tone: 'warn' },
  { value: 'moved', label: 'Moved', tone: 'neutral' },
  { value: 'blocked', label: 'Blocked', tone: 'neutral' },
  { value: 'unchecked', label: 'Not checked yet', tone: 'neutral' },
  { value: 'ok', label: 'OK', tone: 'positive' },
];

const stateOf = ({ state }: LinkCheck) => STATES.find(({ value }) => value === state);

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
  const { chosen: state, chips } = useNarrowed([ALL, ...STATES]);
  const { data, frame } = useTabList((part) =>
    adminListQuery(PATH, { state: state || undefined, q: search.q, ...part }),
  );
  const { data: schedule } = useQuery(adminQuery(SCHEDULE));
  return (
    <TabFrame
      {...frame}
      title="Links"
      lead="Sources and outside links of all content. A link is dead after three failures over seven days; a site that turns robots away is not."
      unit={['link', 'links']}
      empty={state || search.q ? 'Nothing matches.' : 'No content names an address outside yet.'}
      tools={
        <>
          <SearchField
            label="Search links"
            placeholder="Search links"
            defaultValue={search.q ?? ''}
            onChange={(event) => void changeSearch({ page: '', q: event.target.value })}
          />
          <ChoiceChips {...chips} className="mt-3" />
          <p className="mt-3 text-xs text-soft">{scheduleText(schedule)}</p>
        </>
      }
    >
      <Rows at={PATH} look="work" items={data?.items} row={linkRow} className="mt-2" />
    </TabFrame>
  );
}
