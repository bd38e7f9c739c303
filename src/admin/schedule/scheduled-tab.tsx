import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#admin/api/problems.ts';
import { collectionNamed } from '#admin/collections.ts';
import { TAB_TITLE } from '#admin/focus-tab.ts';
import { May } from '#admin/may.tsx';
import { editorHref } from '#admin/tabs.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { dayOf } from './format-when.ts';
import { MonthGrid } from './month-grid.tsx';
import { sayEntry } from './schedule-words.ts';
import { type ScheduleEntry, scheduleQuery, useCancelSchedule } from './use-schedule.ts';

const anchorOf = (day: string) => `day-${day}`;

/** What happens by itself: what waits, what failed, and what was done lately. */
export function ScheduledTab() {
  const { data, error } = useQuery({ ...scheduleQuery, refetchOnMount: 'always' });
  const entries = data?.items ?? [];
  const days = Map.groupBy(entries, ({ at }) => dayOf(at));
  const counts = new Map([...days].map(([day, all]) => [day, all.length]));
  const groups = [
    { title: 'Failed', entries: entries.filter(({ state }) => state === 'failed') },
    { title: 'Waiting', entries: entries.filter(({ state }) => state === 'waiting') },
    { title: 'Done', entries: entries.filter(({ state }) => state === 'done').toReversed() },
  ];
  const seen = new Set<string>();
  return (
    <section aria-labelledby={TAB_TITLE}>
      <h2 id={TAB_TITLE} tabIndex={-1} className="mb-2 text-h2 font-semibold outline-none">
        Scheduled
      </h2>
      <p className="mb-5 text-sm text-soft">
        What is published and unpublished by itself. Times are those of your own zone.
      </p>
      <MonthGrid counts={counts} hrefOf={(day) => `#${anchorOf(day)}`} />
      {error && <ErrorText>The schedule could not be loaded: {messageOf(error)}</ErrorText>}
      {data && entries.length === 0 && <EmptyState text="Nothing is scheduled." />}
      {groups
        .filter((group) => group.entries.length > 0)
        .map((group) => (
          <div key={group.title} className="mb-8">
            <h3 className="text-h4 font-semibold">{group.title}</h3>
            <ul>
              {group.entries.map((entry) => {
                const anchor = anchorOf(dayOf(entry.at));
                const isFirst = !seen.has(anchor);
                seen.add(anchor);
                return (
                  <EntryRow key={entry.id} entry={entry} anchor={isFirst ? anchor : undefined} />
                );
              })}
            </ul>
          </div>
        ))}
    </section>
  );
}

interface EntryRowProps {
  entry: ScheduleEntry;
  /** Where the calendar leads for its day. */
  anchor: string | undefined;
}

function EntryRow({ entry, anchor }: EntryRowProps) {
  const cancel = useCancelSchedule();
  const label = entry.state === 'failed' ? 'Dismiss' : 'Cancel';
  const hasButton = entry.state !== 'done' && entry.action !== 'appear';
  return (
    <li
      id={anchor}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3"
    >
      <div className="min-w-0 flex-1 basis-60">
        <h4 className="font-semibold wrap-anywhere">
          <a href={editorHref(entry.collection, entry.itemId)} className="hover:text-accent">
            {entry.title}
          </a>
        </h4>
        <p className={entry.state === 'failed' ? 'text-sm text-danger' : 'text-sm'}>
          {sayEntry(entry)}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-faint">
          <Badge>{collectionNamed(entry.collection)?.label.one ?? entry.collection}</Badge>
          {entry.isOutdated && <Badge tone="warn">Changed since it was scheduled</Badge>}
          {entry.scheduledBy ? `Scheduled by ${entry.scheduledBy}` : ''}
        </p>
      </div>
      {hasButton && (
        <May least="publisher">
          <Button
            size="sm"
            aria-label={`${label}: ${entry.title}`}
            onClick={() => void cancel(entry)}
          >
            {label}
          </Button>
        </May>
      )}
    </li>
  );
}
