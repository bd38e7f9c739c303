import { cn } from '#ui/cn.ts';
import { Trash2 } from '#ui/icons.tsx';
import { adminHref } from './address.ts';
import type { Counts } from './api/admin-queries.ts';
import { TRASH_TAB, tabGroups, totalOf } from './tabs.ts';

interface PanelNavProps {
  current: string;
  counts: Counts | undefined;
}

/** The groups and their tabs, with how much is in each. */
export function PanelNav({ current, counts }: PanelNavProps) {
  return (
    <nav aria-label="Content" className="grid gap-x-6 gap-y-6 sm:grid-cols-2 lg:grid-cols-1">
      {tabGroups.map((group) => (
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
      <TabLink name={TRASH_TAB} label="Trash" current={current} count={counts?.[TRASH_TAB]} />
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
      className={cn(
        'flex min-h-10 items-center gap-2 border-b border-line text-sm hover:text-accent',
        isCurrent && 'border-l-2 border-l-accent bg-sunken pl-2 font-semibold text-accent',
      )}
    >
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
