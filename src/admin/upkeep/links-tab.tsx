import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminListQuery, adminQuery, fresh, readAt } from '#admin/api/admin-queries.ts';
import { messageOf, serverMessage } from '#admin/api/problems.ts';
import { collectionNamed } from '#admin/collections.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { pageOf, partOf } from '#admin/list/list-page.ts';
import { TabFrame, TabPages } from '#admin/list/tab-frame.tsx';
import { May } from '#admin/may.tsx';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import { editorHref } from '#admin/tabs.ts';
import { toastDone, toastError } from '#admin/toast.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { ReplaceForm } from './replace-form.tsx';

const timesOf = (count: number) => (count === 1 ? '1 place' : `${count} places`);

/** One address: its state, its places and its actions. */
function LinkRow({ link, onChanged }: { link: LinkCheck; onChanged: () => Promise<unknown> }) {
  const [isReplacing, setIsReplacing] = useState(false);
  const state = stateOf(link);

  const { mutate: run, isPending: isBusy } = useMutation({
    mutationFn: (work: () => Promise<string>) => work(),
    onSuccess: async (done) => {
      toastDone(done);
      setIsReplacing(false);
      await onChanged();
    },
    onError: (error) => toastError(serverMessage(error) ?? messageOf(error)),
  });

  const check = () =>
    run(async () => {
      const checked = await adminSend('POST', '/api/link-checks/check', {
        body: { url: link.url },
      });
      return `Checked: ${stateOf(checked)?.label ?? checked.state}`;
    });

  const replace = (to: string) =>
    run(async () => {
      const body = { url: link.url, to };
      const { changed } = await adminSend('POST', '/api/link-checks/replace', { body });
      return `Replaced in ${changed === 1 ? '1 item' : `${changed} items`}`;
    });

  return (
    <li className="border-t border-line py-4 text-sm">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="min-w-0 font-sans font-medium break-all">
              <ExternalLink href={link.url}>{link.url}</ExternalLink>
            </h3>
            {state && <Badge tone={state.tone}>{state.label}</Badge>}
          </div>
          {link.reason && <p className="mt-1 text-soft">{link.reason}</p>}
          {link.movedTo && <p className="mt-1 break-all text-soft">Leads to {link.movedTo}</p>}
          {link.checkedAt && (
            <p className="mt-1 text-xs text-faint">
              Checked {formatDateTime(link.checkedAt)}
              {link.failures > 0 ? `, failed ${link.failures} times in a row` : ''}
            </p>
          )}
          <details className="mt-1">
            <summary className="min-h-9 cursor-pointer py-1.5 text-xs font-medium">
              Used in {timesOf(link.useCount)}
            </summary>
            <ul className="list-disc pl-5">
              {link.usedIn.map(({ collection, id, title, fields }) => (
                <li key={`${collection}/${id}`}>
                  <a href={editorHref(collection, id)} className="text-link">
                    {title}
                  </a>{' '}
                  <span className="text-faint">
                    {collectionNamed(collection)?.label.one ?? collection}, {fields.join(', ')}
                  </span>
                </li>
              ))}
            </ul>
          </details>
        </div>
        <div className="flex flex-wrap gap-2">
          <May least="editor">
            <Button
              size="sm"
              disabled={isBusy}
              aria-label={`Check now: ${link.url}`}
              onClick={check}
            >
              {isBusy ? 'Working...' : 'Check now'}
            </Button>
          </May>
          <May least="publisher">
            <Button
              size="sm"
              aria-expanded={isReplacing}
              aria-label={`Replace address: ${link.url}`}
              onClick={() => setIsReplacing(!isReplacing)}
            >
              Replace address
            </Button>
          </May>
        </div>
      </div>
      {isReplacing && (
        <ReplaceForm
          label="New address"
          start={link.movedTo ?? ''}
          action={`Replace in ${timesOf(link.useCount)}`}
          isBusy={isBusy}
          onSend={replace}
        />
      )}
    </li>
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
  const queryClient = useQueryClient();
  const state = STATES.find(({ value }) => value === search.state)?.value;
  const query = { state, q: search.q, ...partOf(pageOf(search)) };
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
          <ChoiceChips
            label="Show"
            options={[{ value: '', label: 'All' }, ...STATES]}
            chosen={state ?? ''}
            onChoose={(value) => choose({ state: value })}
            className="mt-3"
          />
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
      <TabPages tab="link-checks" total={data?.total} />
    </TabFrame>
  );
}
