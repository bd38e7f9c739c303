import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Pencil } from '#ui/icons.tsx';
import { adminHref } from './address.ts';
import type { Counts } from './api/admin-queries.ts';
import { CalendarDays, Trash2 } from './icons.ts';
import { useMe } from './me.ts';
import { useReviewSetting } from './reviews/use-reviews.ts';
import { scheduleQuery } from './schedule/use-schedule.ts';
import {
  DESK_TABS,
  MEDIA_TAB,
  OWN_TABS,
  REVIEWS_TAB,
  SCHEDULED_TAB,
  TRASH_TAB,
  tabGroups,
  totalOf,
  UNSAVED_TAB,
  UPKEEP_TABS,
} from './tabs.ts';
import { useAllUnsaved } from './unsaved/use-all-unsaved.ts';

interface PanelNavProps {
  current: string;
  counts: Counts | undefined;
}

/** The groups and their tabs, with how much is in each. */
export function PanelNav({ current, counts }: PanelNavProps) {
  const { texts } = useAllUnsaved();
  const { data: schedule } = useQuery(scheduleQuery);
  const planned = schedule?.items.filter(({ state }) => state !== 'done').length;
  const { isOn } = useReviewSetting();
  const hasReviews = useMe()?.role === 'owner' || isOn;
  const hasUnsaved = texts.length > 0 || current === UNSAVED_TAB;
  return (
    <nav aria-label="Content" className="grid gap-x-6 gap-y-6 sm:grid-cols-2 lg:grid-cols-1">
      {tabGroups().map((group) => (
        <div key={group.title}>
          <h2 className="flex items-baseline justify-between border-b border-heavy pb-1.5 font-sans text-xs font-semibold">
            {group.title}
            <Count value={counts && totalOf(group, counts)} label="in all" />
          </h2>
          <ul>
            {group.tabs.map(({ name, label }) => (
              <li key={name}>
                <TabLink name={name} label={label.many} current={current} count={counts?.[name]} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div>
        <h2 className="border-b border-heavy pb-1.5 font-sans text-xs font-semibold">Upkeep</h2>
        <ul>
          {UPKEEP_TABS.map((name) => (
            <li key={name}>
              <TabLink
                name={name}
                label={OWN_TABS[name] ?? ''}
                current={current}
                count={undefined}
              />
            </li>
          ))}
        </ul>
      </div>
      <TabLink name={SCHEDULED_TAB} label="Scheduled" current={current} count={planned} />
      {(hasReviews || current === REVIEWS_TAB) && (
        <TabLink name={REVIEWS_TAB} label="Reviews" current={current} count={undefined} />
      )}
      {hasUnsaved && (
        <TabLink name={UNSAVED_TAB} label="Unsaved work" current={current} count={texts.length} />
      )}
      <TabLink name={MEDIA_TAB} label="Media" current={current} count={undefined} />
      <TabLink name={TRASH_TAB} label="Trash" current={current} count={counts?.[TRASH_TAB]} />
      <ul>
        {DESK_TABS.map((name) => (
          <li key={name}>
            <TabLink name={name} label={OWN_TABS[name] ?? ''} current={current} count={undefined} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface TabLinkProps {
  name: string;
  label: string;
  current: string;
  count: number | undefined;
}

function TabLink({ name, label, current, count }: TabLinkProps) {
  const isCurrent = name === current;
  return (
    <a
      href={adminHref(name)}
      aria-current={isCurrent ? 'page' : undefined}
      className={clsx(
        'flex min-h-10 items-center gap-2 border-b border-line text-sm hover:text-accent',
        isCurrent && 'border-l-2 border-l-accent bg-sunken pl-2 font-semibold text-accent',
      )}
    >
      {name === SCHEDULED_TAB && <CalendarDays aria-hidden className="size-4" />}
      {name === UNSAVED_TAB && <Pencil aria-hidden className="size-4" />}
      {name === TRASH_TAB && <Trash2 aria-hidden className="size-4" />}
      <span className="mr-auto">{label}</span>
      <Count value={count} label="items" />
    </a>
  );
}

function Count({ value, label }: { value: number | undefined; label: string }) {
  if (value === undefined) return null;
  return (
    <span
      data-count
      className="min-w-7 bg-sunken px-1.5 text-center text-2xs font-medium text-soft tabular-nums"
    >
      {value}
      <span className="sr-only"> {label}</span>
    </span>
  );
}
