import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Pencil } from '#ui/icons.tsx';
import { adminHref } from './address.ts';
import type { Counts } from './api/admin-queries.ts';
import { CalendarDays, Trash2 } from './icons.ts';
import { useMe } from './me.ts';
import { isForOwners, OWN_TABS, type OwnTab, ownTabsOf } from './own-tabs.ts';
import { useReviewSetting } from './reviews/use-reviews.ts';
import { scheduleQuery } from './schedule/use-schedule.ts';
import { tabGroups, totalOf } from './tabs.ts';
import { inboxQuery } from './talk/use-talk.ts';
import { useAllUnsaved } from './unsaved/unsaved-store.ts';

/** The groups and their tabs, with how much is in each. */
export function PanelNav({ current, counts }: { current: string; counts: Counts | undefined }) {
  const { texts } = useAllUnsaved();
  const { data: schedule } = useQuery(scheduleQuery);
  const planned = schedule?.items.filter(({ state }) => state !== 'done').length;
  const { data: inbox } = useQuery(inboxQuery);
  const { isOn } = useReviewSetting();
  const isOwner = useMe()?.role === 'owner';
  const hasReviews = isOwner || isOn;
  const desk = ownTabsOf('desk').filter((name) => isOwner || !isForOwners(name));
  const hasUnsaved = texts.length > 0 || current === 'unsaved';
  return (
    <nav aria-label="Content" className="grid gap-x-6 gap-y-6 sm:grid-cols-2 lg:grid-cols-1">
      <OwnLink name="inbox" current={current} count={inbox?.unread} countLabel="unread" />
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
          {ownTabsOf('upkeep').map((name) => (
            <li key={name}>
              <OwnLink name={name} current={current} />
            </li>
          ))}
        </ul>
      </div>
      <OwnLink name="scheduled" current={current} count={planned} />
      {(hasReviews || current === 'reviews') && <OwnLink name="reviews" current={current} />}
      {hasUnsaved && <OwnLink name="unsaved" current={current} count={texts.length} />}
      <OwnLink name="media" current={current} />
      <OwnLink name="trash" current={current} count={counts?.trash} />
      <ul>
        {desk.map((name) => (
          <li key={name}>
            <OwnLink name={name} current={current} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface OwnLinkProps {
  name: OwnTab;
  current: string;
  count?: number | undefined;
  countLabel?: string;
}

function OwnLink({ name, current, count, countLabel }: OwnLinkProps) {
  const { label } = OWN_TABS[name];
  return <TabLink {...{ name, label, current, count, countLabel }} />;
}

interface TabLinkProps {
  name: string;
  label: string;
  current: string;
  count: number | undefined;
  countLabel?: string | undefined;
}

function TabLink({ name, label, current, count, countLabel = 'items' }: TabLinkProps) {
  const isCurrent = name === current;
  return (
    <a
      href={adminHref({ name })}
      aria-current={isCurrent ? 'page' : undefined}
      className={clsx(
        'flex min-h-10 items-center gap-2 border-b border-line text-sm hover:text-accent',
        isCurrent && 'border-l-2 border-l-accent bg-sunken pl-2 font-semibold text-accent',
      )}
    >
      {name === 'scheduled' && <CalendarDays aria-hidden className="size-4" />}
      {name === 'unsaved' && <Pencil aria-hidden className="size-4" />}
      {name === 'trash' && <Trash2 aria-hidden className="size-4" />}
      <span className="mr-auto">{label}</span>
      <Count value={count} label={countLabel} />
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
