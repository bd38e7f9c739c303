import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminListQuery, adminQuery } from '#admin/api/admin-queries.ts';
import { reasonOf } from '#admin/api/problems.ts';
import { UseLine } from '#admin/confirm/used-by.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useNarrowed, useTabList } from '#admin/list/use-tab-list.ts';
import { May } from '#admin/may.tsx';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import { Row, RowFacts } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { useAction } from '#admin/use-action.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { counted } from '#platform/words.ts';
import { Badge } from '#ui/badge.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { ReplaceForm } from './replace-form.tsx';

const timesOf = (count: number) => counted(count, 'place', 'places');

/** One address: its state, its places and its actions. */
function LinkRow({ link }: { link: LinkCheck }) {
  const { url, movedTo } = link;
  const [isReplacing, setIsReplacing] = useState(false);
  const state = stateOf(link);
  const { run, isBusy } = useAction(PATH);

  const check = () =>
    run(
      () => adminSend('POST', '/api/link-checks/check', { body: { url } }),
      (checked) => `Checked: ${stateOf(checked)?.label ?? checked.state}`,
      reasonOf,
    );

  const replace = async (to: string) => {
    const isDone = await run(
      () => adminSend('POST', '/api/link-checks/replace', { body: { url, to } }),
      ({ changed }) => `Replaced in ${counted(changed, 'item', 'items')}`,
      reasonOf,
    );
    if (isDone) setIsReplacing(false);
  };

  return (
    <Row
      look="work"
      title={<ExternalLink href={url}>{url}</ExternalLink>}
      marks={state && <Badge tone={state.tone}>{state.label}</Badge>}
      actions={
        <>
          <May least="editor">
            <RowButton label="Check now" of={url} disabled={isBusy} onClick={() => void check()}>
              {isBusy ? 'Working...' : 'Check now'}
            </RowButton>
          </May>
          <May least="publisher">
            <RowButton
              label="Replace address"
              of={url}
              aria-expanded={isReplacing}
              onClick={() => setIsReplacing(!isReplacing)}
            />
          </May>
        </>
      }
      footer={
        isReplacing && (
          <ReplaceForm
            label="New address"
            start={movedTo ?? ''}
            action={`Replace in ${timesOf(link.useCount)}`}
            onSend={replace}
          />
        )
      }
    >
      {link.reason && <p className="mt-1 text-soft">{link.reason}</p>}
      {movedTo && <p className="mt-1 break-all text-soft">Leads to {movedTo}</p>}
      {link.checkedAt && (
        <RowFacts>
          Checked {formatDateTime(link.checkedAt)}
          {link.failures > 0 ? `, failed ${link.failures} times in a row` : ''}
        </RowFacts>
      )}
      <details className="mt-1">
        <summary className="min-h-9 cursor-pointer py-1.5 text-xs font-medium">
          Used in {timesOf(link.useCount)}
        </summary>
        <ul className="list-disc pl-5">
          {link.usedIn.map((use) => (
            <UseLine key={`${use.collection}/${use.id}`} use={use} />
          ))}
        </ul>
      </details>
    </Row>
  );
}

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
  const { chosen: state, choose } = useNarrowed(STATES);
  const { data, frame } = useTabList((part) =>
    adminListQuery(PATH, { state, q: search.q, ...part }),
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
          <ChoiceChips
            label="Show"
            options={[{ value: '', label: 'All' }, ...STATES]}
            chosen={state ?? ''}
            onChoose={choose}
            className="mt-3"
          />
          <p className="mt-3 text-xs text-soft">{scheduleText(schedule)}</p>
        </>
      }
    >
      <ul className="mt-2">
        {data?.items.map((link) => (
          <LinkRow key={link.url} link={link} />
        ))}
      </ul>
    </TabFrame>
  );
}
