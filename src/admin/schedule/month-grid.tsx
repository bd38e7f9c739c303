import { clsx } from 'clsx';
import { useState } from 'react';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { counted } from '#platform/words.ts';
import { dayOf } from './format-when.ts';

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
export function MonthGrid({ counts, hrefOf }: MonthGridProps) {
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
