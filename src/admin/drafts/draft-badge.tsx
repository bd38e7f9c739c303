import { formatDateTime } from '#admin/format-date-time.ts';
import { Badge } from '#ui/badge.tsx';
import { useWaitingDraft } from './use-item-draft.ts';

/** On a card: a draft waits over this item, and whose. */
export function DraftBadge({ name, id }: { name: string; id: number }) {
  const draft = useWaitingDraft(name, id);
  if (!draft) return null;
  return (
    <span title={`Saved ${formatDateTime(draft.updatedAt)}`}>
      <Badge tone="accent">Draft waits{draft.savedBy ? `, by ${draft.savedBy}` : ''}</Badge>
    </span>
  );
}
