import { Badge } from '#ui/badge.tsx';
import { sayWhen } from './schedule-words.ts';
import { useItemSchedule } from './use-schedule.ts';

/** On a card: what will happen to the item by itself, or failed to. */
export function ScheduleBadge({ name, id }: { name: string; id: number }) {
  return useItemSchedule(name, id).map((entry) => (
    <Badge key={entry.id} tone={entry.state === 'failed' ? 'danger' : 'accent'}>
      {entry.state === 'failed' ? 'Schedule failed' : sayWhen(entry)}
    </Badge>
  ));
}
