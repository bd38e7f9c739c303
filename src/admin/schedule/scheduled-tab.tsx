import { useQuery } from '@tanstack/react-query';
import { fresh } from '#admin/api/admin-queries.ts';
import { collectionNamed } from '#admin/collections.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { May } from '#admin/may.tsx';
import { Row, RowFacts } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { useNames } from '#admin/people/people.tsx';
import { editorHref } from '#admin/tabs.ts';
import { Badge } from '#ui/badge.tsx';
import { dayOf } from './format-when.ts';
import { MonthGrid } from './month-grid.tsx';
import { type ScheduleEntry, sayEntry, scheduleQuery, useCancelSchedule } from './use-schedule.ts';

const anchorOf = (day: string) => `day-${day}`;

/** Scheduled changes: failed, waiting and recently done. */
export function ScheduledTab() {
  const { data, error } = useQuery(fresh(scheduleQuery));
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
    <TabFrame
      title="Scheduled"
      lead="What is published and unpublished by itself. Times are those of your own zone."
      what="The schedule"
      error={error}
      count={data?.items.length}
      empty="Nothing is scheduled."
      tools={<MonthGrid counts={counts} hrefOf={(day) => `#${anchorOf(day)}`} />}
    >
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
                const key = `${entry.collection}/${entry.id}`;
                return <EntryRow key={key} entry={entry} anchor={isFirst ? anchor : undefined} />;
              })}
            </ul>
          </div>
        ))}
    </TabFrame>
  );
}

interface EntryRowProps {
  entry: ScheduleEntry;
  /** Where the calendar leads for its day. */
  anchor: string | undefined;
}

function EntryRow({ entry, anchor }: EntryRowProps) {
  const cancel = useCancelSchedule();
  const nameOf = useNames();
  const label = entry.state === 'failed' ? 'Dismiss' : 'Cancel';
  return (
    <Row
      id={anchor}
      title={entry.title}
      headingLevel="h4"
      href={editorHref(entry.collection, entry.itemId)}
      actions={
        entry.state !== 'done' && (
          <May least="publisher">
            <RowButton label={label} of={entry.title} onClick={() => void cancel(entry)} />
          </May>
        )
      }
    >
      <p className={entry.state === 'failed' ? 'text-sm text-danger' : 'text-sm'}>
        {sayEntry(entry)}
      </p>
      <RowFacts>
        <Badge>{collectionNamed(entry.collection)?.label.one ?? 'Release'}</Badge>
        {entry.isOutdated && <Badge tone="warn">Changed since it was scheduled</Badge>}
        {entry.scheduledBy ? `Scheduled by ${nameOf(entry.scheduledBy)}` : ''}
      </RowFacts>
    </Row>
  );
}
