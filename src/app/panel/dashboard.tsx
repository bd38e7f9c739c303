import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { adminHref } from '#admin/address.ts';
import { adminListQuery, adminQuery, DRAFTS_PATH, fresh } from '#admin/api/admin-queries.ts';
import { collectionNamed } from '#admin/collections.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { useMay } from '#admin/may.tsx';
import { useNames } from '#admin/people/people.tsx';
import { sayEntry, scheduleQuery } from '#admin/schedule/use-schedule.ts';
import { editorHref } from '#admin/tabs.ts';
import { useAllUnsaved } from '#admin/unsaved/unsaved-store.ts';
import { KINDS } from '#admin/upkeep/queue-words.ts';
import { ActivityLine } from '#modules/activity/admin/activity-line.tsx';
import { PausedWebhooks } from '#modules/webhooks/admin/paused-webhooks.tsx';
import { Panel } from '#ui/panel.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import { BackgroundJobs, TroubledJobs } from './background-jobs.tsx';

const RECENT = 5;
const LOOKED_AT = 100;

/** Open work, failures and recent activity, above the first tab. */
export function Dashboard() {
  return (
    <section aria-label="Today" className="mb-10 grid gap-x-12 gap-y-8 xl:grid-cols-2">
      <TroubledJobs />
      <PausedWebhooks />
      <div className="grid content-start gap-8">
        <MissingPublisher />
        <Waiting />
        <Scheduled />
        <Feeds />
      </div>
      <div className="grid content-start gap-8">
        <Upkeep />
        <Recent />
        <BackgroundJobs />
      </div>
    </section>
  );
}

/** Readers ask who answers for the site; only an owner can say. */
function MissingPublisher() {
  const { site } = useRouteContext({ from: '__root__' });
  const maySet = useMay('owner');
  if (site.publisher || !maySet) return null;
  const line = {
    href: adminHref('settings'),
    title: 'Who publishes this site?',
    text: 'The contact page says that this copy of the guide has not named its publisher.',
  };
  return <Lines title="Settings" items={[line]} />;
}

function Waiting() {
  const { data: counts } = useQuery(fresh(adminQuery('/api/counts/drafts')));
  const { data: overLive } = useQuery(adminListQuery(DRAFTS_PATH));
  const { texts: unsaved } = useAllUnsaved();
  const nameOf = useNames();
  const items = Object.entries(counts ?? {}).flatMap(([name, count]) => {
    const collection = collectionNamed(name);
    if (!collection || count === 0) return [];
    return [
      {
        href: adminHref(collection, '', { status: 'draft' }),
        title: collection.label.many,
        note: `${count} not published`,
      },
    ];
  });
  const drafts = (overLive?.items ?? []).toSorted(
    (a, b) => Number(b.readyAt !== null) - Number(a.readyAt !== null),
  );
  const changes = drafts.slice(0, RECENT).map((draft) => ({
    href: editorHref(draft.collection, draft.itemId),
    title: draft.title,
    note: `${draft.readyAt ? 'ready to publish' : 'changed'}${draft.savedBy ? `, by ${nameOf(draft.savedBy)}` : ''}`,
  }));
  const typed =
    unsaved.length === 0
      ? []
      : [{ href: adminHref('unsaved'), title: 'Unsaved work', note: `${unsaved.length} here` }];
  const all = [...typed, ...changes, ...items];
  return (
    <Lines title="Waiting" items={all}>
      {counts ? (
        <p className="text-sm text-soft">Nothing waits: everything is saved and published.</p>
      ) : null}
    </Lines>
  );
}

interface LinesProps {
  title: string;
  items: ComponentProps<typeof RuledList>['items'];
  /** In the place of lines, where there are none; without it nothing is shown then. */
  children?: ReactNode;
}

function Lines({ title, items, children }: LinesProps) {
  if (items.length === 0 && children === undefined) return null;
  return (
    <Panel title={title} headingLevel="h2">
      {items.length > 0 ? <RuledList size="compact" items={items} headingLevel="h3" /> : children}
    </Panel>
  );
}

/** Everything that waits for its time, or failed when it came. */
function Scheduled() {
  const { data } = useQuery(scheduleQuery);
  const planned = (data?.items ?? []).filter(({ state }) => state !== 'done');
  const lines = planned.map((entry) => ({
    href: editorHref(entry.collection, entry.itemId),
    title: entry.title,
    text: sayEntry(entry),
  }));
  return <Lines title="Scheduled" items={lines} />;
}

/** Only where feeds were read once. */
function Feeds() {
  const { data: last } = useQuery(fresh(adminQuery('/api/news/fetch-rss/last')));
  if (!last) return null;
  return (
    <Panel title="News feeds" headingLevel="h2">
      <p className="text-sm text-soft">
        Read {formatDateTime(last.finishedAt)}: {last.saved} new,{' '}
        {last.problems.length === 0 ? 'no feed failed' : `${last.problems.length} failed`}.
      </p>
      {last.problems.length > 0 && (
        <ul className="mt-2 text-sm text-danger">
          {last.problems.slice(0, RECENT).map((line) => (
            <li key={line} className="border-t border-line py-1.5 wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** How much there is to check, each kind with the way to it; nothing while nothing is due. */
function Upkeep() {
  const { data } = useQuery(fresh(adminQuery('/api/upkeep', { limit: 1 })));
  const due = KINDS.flatMap(({ value, label }) => {
    const count = data?.counts[value] ?? 0;
    const href = adminHref('upkeep', '', { kind: value });
    return count === 0 ? [] : [{ href, title: label, note: `${count.toLocaleString('en')} due` }];
  });
  return <Lines title="Upkeep" items={due} />;
}

function Recent() {
  const { data: entries } = useQuery({
    ...adminQuery('/api/activity', { limit: LOOKED_AT }),
    refetchOnMount: 'always',
    // Sign-ins are no changes.
    select: (all) => all.filter(({ collection }) => collection !== null).slice(0, RECENT),
  });
  return (
    <Panel title="Recent changes" headingLevel="h2">
      {entries?.length === 0 && <p className="text-sm text-soft">Nothing happened yet.</p>}
      <ol>
        {entries?.map((entry) => (
          <ActivityLine key={entry.id} entry={entry} />
        ))}
      </ol>
      {entries && entries.length > 0 && (
        <p className="mt-3 text-sm">
          <a href={adminHref('activity')} className="text-link">
            All activity
          </a>
        </p>
      )}
    </Panel>
  );
}
