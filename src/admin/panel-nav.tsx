import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Pencil } from '#ui/icons.tsx';
import { adminHref } from './address.ts';
import type { Counts } from './api/admin-queries.ts';
import { Trash2 } from './icons.ts';
import { useMe } from './me.ts';
import {
  groupOf,
  OWN_GROUPS,
  OWN_TABS,
  type OwnGroup,
  type OwnTab,
  ownTabsOf,
} from './own-tabs.ts';
import { tabGroups, totalOf } from './tabs.ts';
import { inboxQuery } from './talk/use-talk.ts';
import { useAllUnsaved } from './unsaved/unsaved-store.ts';

/** The groups and their tabs, with how much is in each. */
export function PanelNav({ current, counts }: { current: string; counts: Counts | undefined }) {
  const { texts } = useAllUnsaved();
  const { data: inbox } = useQuery(inboxQuery);
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
      <GroupLink group="upkeep" current={current} />
      {hasUnsaved && <OwnLink name="unsaved" current={current} count={texts.length} />}
      <OwnLink name="media" current={current} />
      <OwnLink name="trash" current={current} count={counts?.trash} />
      <GroupLink group="settings" current={current} />
    </nav>
  );
}

/** Leads to the first screen of its group; the others stand above each of them. */
function GroupLink({ group, current }: { group: OwnGroup; current: string }) {
  const [first] = ownTabsOf(group, useMe()?.role);
  if (!first) return null;
  const isCurrent = groupOf(current) === group;
  return (
    <TabLink
      name={first}
      label={OWN_GROUPS[group]}
      current={isCurrent ? first : current}
      count={undefined}
    />
  );
}

/** The screens of one place of the navigation, above each of them. */
export function GroupTabs({ current }: { current: string }) {
  const role = useMe()?.role;
  const group = groupOf(current);
  if (!group) return null;
  return (
    <nav aria-label={OWN_GROUPS[group]} className="mb-6 border-b border-line">
      <ul className="flex flex-wrap gap-x-6">
        {ownTabsOf(group, role).map((name) => (
          <li key={name}>
            <a
              href={adminHref({ name })}
              aria-current={name === current ? 'page' : undefined}
              className={clsx(
                'flex min-h-10 items-center text-sm hover:text-accent',
                name === current && '-mb-px border-b-2 border-accent font-semibold text-accent',
              )}
            >
              {OWN_TABS[name].label}
            </a>
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
  return (
    <TabLink name={name} label={label} current={current} count={count} countLabel={countLabel} />
  );
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
