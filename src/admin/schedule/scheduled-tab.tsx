import { clsx } from 'clsx';
import { useState } from 'react';
import { SCHEDULE_PATH } from '#admin/api/admin-queries.ts';
import { collectionNamed } from '#admin/collections.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useTabList } from '#admin/list/use-tab-list.ts';
import { type RowData, Rows } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { useNames } from '#admin/people/people.tsx';
import { editorHref } from '#admin/tabs.ts';
import { counted } from '#platform/words.ts';
import { Badge } from '#ui/badge.tsx';
import { dayOf } from './format-when.ts';
import { cancelOf, type ScheduleEntry, sayEntry, scheduleQuery } from './use-schedule.ts';

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const anchorOf = (day: string) => `day-${day}`;

/** The days of a month in weeks from Monday on, with null before the first and after the last. */
const weeksOf = (first: Date): (Date | null)[][] => {
  const [year, month] = [first.getFullYear(), first.getMonth()];
  const before = (first.getDay() + 6) % 7;
  const length = new Date(year, month + 1, 0).getDate();
  return Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    WEEKDAYS.map((_name, at) => {
      const day = week * 7 + at - before + 1;
      return day >= 1 && day <= length ? new Date(year, month, day) : null;
    }),
  );
};

/** The entries of each day: '2026-12-03'. */
type Days = ReadonlyMap<string, readonly ScheduleEntry[]>;

/** A month at a glance; a day with entries leads to them. */
function MonthGrid({ days }: { days: Days }) {
  const [now] = useState(() => new Date());
  const [shown, setShown] = useState(0);
  const first = new Date(now.getFullYear(), now.getMonth() + shown, 1);
  const title = MONTH.format(first);
  return (
    <div className="mb-8 max-w-sm">
      <div className="mb-2 flex items-center gap-2">
        <h3 className="mr-auto text-h4 font-semibold" aria-live="polite">
          {title}
        </h3>
        <RowButton label="←" name="Earlier month" onClick={() => setShown(shown - 1)} />
        <RowButton label="→" name="Later month" onClick={() => setShown(shown + 1)} />
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
          {weeksOf(first).map((week, index) => (
            <tr key={`${title} ${index + 1}`}>
              {week.map((date, at) => (
                <DayCell key={WEEKDAYS[at]} date={date} days={days} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DayCell({ date, days }: { date: Date | null; days: Days }) {
  if (!date) return <td />;
  const day = dayOf(date);
  const count = days.get(day)?.length ?? 0;
  const isToday = day === dayOf(new Date());
  return (
    <td className={clsx('border border-line', isToday && 'font-semibold')}>
      {count === 0 ? (
        <span className="block py-1.5 text-soft">{date.getDate()}</span>
      ) : (
        <a
          href={`#${anchorOf(day)}`}
          className="block bg-accent-wash py-1.5 font-semibold text-accent"
        >
          {date.getDate()}
          <span className="sr-only">{`, ${counted(count, 'entry', 'entries')}`}</span>
        </a>
      )}
    </td>
  );
}

/** Failed ones, what waits, and what was done last. */
const groupsOf = (entries: readonly ScheduleEntry[]) => {
  const { failed = [], waiting = [], done = [] } = Object.groupBy(entries, ({ state }) => state);
  return Object.entries({ Failed: failed, Waiting: waiting, Done: done.toReversed() });
};

export function ScheduledTab() {
  const { data, frame } = useTabList(() => scheduleQuery);
  const nameOf = useNames();
  const groups = groupsOf(data?.items ?? []);
  const days = Map.groupBy(
    groups.flatMap(([, entries]) => entries),
    ({ at }) => dayOf(at),
  );
  const row = (entry: ScheduleEntry): RowData => {
    const { collection, id, itemId, title, at, state, isOutdated, scheduledBy } = entry;
    return {
      key: `${collection}/${id}`,
      // The calendar leads to the first of its day.
      ...(days.get(dayOf(at))?.[0] === entry && { id: anchorOf(dayOf(at)) }),
      title,
      headingLevel: 'h4',
      href: editorHref(collection, itemId),
      offers: [
        state !== 'done' && {
          label: state === 'failed' ? 'Dismiss' : 'Cancel',
          least: 'publisher',
          ...cancelOf(entry),
        },
      ],
      children: (
        <p className={state === 'failed' ? 'text-sm text-danger' : 'text-sm'}>{sayEntry(entry)}</p>
      ),
      facts: (
        <>
          <Badge>{collectionNamed(collection)?.label.one ?? 'Release'}</Badge>
          {isOutdated && <Badge tone="warn">Changed since it was scheduled</Badge>}
          {scheduledBy ? `Scheduled by ${nameOf(scheduledBy)}` : ''}
        </>
      ),
    };
  };
  return (
    <TabFrame
      {...frame}
      title="Scheduled"
      lead="What is published and unpublished by itself. Times are those of your own zone."
      what="The schedule"
      empty="Nothing is scheduled."
      tools={<MonthGrid days={days} />}
    >
      {groups
        .filter(([, entries]) => entries.length > 0)
        .map(([title, entries]) => (
          <div key={title} className="mb-8">
            <h3 className="text-h4 font-semibold">{title}</h3>
            <Rows at={SCHEDULE_PATH} items={entries} row={row} />
          </div>
        ))}
    </TabFrame>
  );
}
