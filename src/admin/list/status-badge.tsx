import type { AnyItem, Collection } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import { asWords } from '#platform/words.ts';
import { Badge } from '#ui/badge.tsx';
import { statusWords } from './list-view.ts';

/** The state of an item: of several that its type has, or whether it is public. */
export function StatusBadge({ collection, item }: { collection: Collection; item: AnyItem }) {
  const words = statusWords(collection);
  if (!words || !collection.visible) return null;
  const isOn = isPublic(collection, item);
  const state = item[collection.visible.field];
  const usual = isOn ? words.on : words.off;
  return (
    <Badge tone={isOn ? 'positive' : 'warn'}>
      {typeof state === 'string' ? asWords(state) : usual}
    </Badge>
  );
}
