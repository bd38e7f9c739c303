import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { fresh } from '#admin/api/admin-queries.ts';
import { collectionNamed } from '#admin/collections.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { May } from '#admin/may.tsx';
import { Row, RowFacts } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { useNames } from '#admin/people/people.tsx';
import { editorHref } from '#admin/tabs.ts';
import { counted } from '#platform/words.ts';
import { Badge } from '#ui/badge.tsx';
import { dayOf } from './format-when.ts';
import { type ScheduleEntry, sayEntry, scheduleQuery, useCancelSchedule } from './use-schedule.ts';

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The days of a month in weeks from Monday on, with null before the first and after the last. */
const weeksOf = (year: number, month: number): (Date | null)[][] => {
  const first = new Date(year, month, 1);
  const before = (first.getDay() + 6) % 7;
  const length = new Date(year, month + 1, 0).getDate();
  const cells = Array.from({ length: Math.ceil((before + length) / 7) * 7 }, (_, index) => {
    const day = index - before + 1;
    return day >= 1 && day <= length ? new Date(year, month, day) : null;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
};

interface MonthGridProps {
  /** How many entries each day has: '2026-12-03'. */
  counts: ReadonlyMap<string, number>;
  hrefOf: (day: string) => string;
}

/** A month at a glance; a day with entries leads to them. */
function MonthGrid({ counts, hrefOf }: MonthGridProps) {
  const [shown, setShown] = useState(() => new Date());
  const title = MONTH.format(shown);
  const step = (by: number) => setShown(new Date(shown.getFullYear(), shown.getMonth() + by, 1));
  return (
    <div className="mb-8 max-w-sm">
      <div className="mb-2 flex items-center gap-2">
        <h3 className="mr-auto text-h4 font-semibold" aria-live="polite">
          {title}
        </h3>
        <RowButton label="←" name="Earlier month" onClick={() => step(-1)} />
        <RowButton label="→" name="Later month" onClick={() => step(1)} />
      </div>
      <table aria-label={title} className="w-full table-fixed text-center text-sm tabular-nums">
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" className="py-1 text-xs font-medium text-faint">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(shown.getFullYear(), shown.getMonth()).map((week, index) => (
            <tr key={`${title} ${index + 1}`}>
              {week.map((date, at) => (
                <DayCell
                  key={date ? dayOf(date) : WEEKDAYS[at]}
                  date={date}
                  counts={counts}
                  hrefOf={hrefOf}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DayCell({ date, counts, hrefOf }: MonthGridProps & { date: Date | null }) {
  if (!date) return <td />;
  const day = dayOf(date);
  const count = counts.get(day) ?? 0;
  const isToday = day === dayOf(new Date());
  return (
    <td className={clsx('border border-line', isToday && 'font-semibold')}>
      {count === 0 ? (
        <span className="block py-1.5 text-soft">{date.getDate()}</span>
      ) : (
        <a href={hrefOf(day)} className="block bg-accent-wash py-1.5 font-semibold text-accent">
          {date.getDate()}
          <span className="sr-only">{`, ${counted(count, 'entry', 'entries')}`}</span>
        </a>
      )}
    </td>
  );
}

const anchorOf = (day: string) => `day-${day}`;

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
