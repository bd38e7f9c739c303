import { useWaitingDraft } from '#admin/drafts/use-item-draft.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { useNames } from '#admin/people/people.tsx';
import { sayWhen, useItemSchedule } from '#admin/schedule/use-schedule.ts';
import { Badge } from '#ui/badge.tsx';

/** On a card: the author of a waiting draft, and the item's scheduled or failed change. */
export function WaitingBadges({ name, id }: { name: string; id: number }) {
  const draft = useWaitingDraft(name, id);
  const nameOf = useNames();
  const entries = useItemSchedule(name, id);
  return (
    <>
      {draft && (
        <span title={`Saved ${formatDateTime(draft.updatedAt)}`}>
          <Badge tone={draft.readyAt ? 'positive' : 'accent'}>
            {draft.readyAt ? 'Ready to publish' : 'Draft waits'}
            {draft.savedBy ? `, by ${nameOf(draft.savedBy)}` : ''}
          </Badge>
        </span>
      )}
      {entries.map((entry) => (
        <Badge key={entry.id} tone={entry.state === 'failed' ? 'danger' : 'accent'}>
          {entry.state === 'failed' ? 'Schedule failed' : sayWhen(entry)}
        </Badge>
      ))}
    </>
  );
}
