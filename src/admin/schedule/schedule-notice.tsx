import { SCHEDULE_PATH } from '#admin/api/admin-queries.ts';
import { May } from '#admin/may.tsx';
import { Notice } from '#admin/parts/notice.tsx';
import { ActionButton } from '#admin/parts/row-actions.tsx';
import { cancelOf, sayEntry, useItemSchedule } from './use-schedule.ts';

export function ScheduleNotice({ name, id }: { name: string; id: number }) {
  const entries = useItemSchedule(name, id);
  const [first] = entries;
  if (!first) return null;
  const hasFailed = entries.some(({ state }) => state === 'failed');
  return (
    <Notice aria-label="Schedule" tone={hasFailed ? 'danger' : 'accent'} isRow>
      <ul className="mr-auto max-w-prose">
        {entries.map((entry) => (
          <li key={entry.id}>
            <span className="font-medium">{sayEntry(entry)}</span>
            {entry.isOutdated && (
              <span className="block text-soft">
                The text was changed after it was scheduled: schedule it again to take the changes
                along.
              </span>
            )}
          </li>
        ))}
      </ul>
      <May least="publisher">
        <ActionButton
          label={hasFailed ? 'Dismiss' : 'Cancel schedule'}
          at={SCHEDULE_PATH}
          {...cancelOf(first)}
        />
      </May>
    </Notice>
  );
}
