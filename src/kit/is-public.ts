import type { Collection } from './collection.ts';

/** Whether an item, or a form of one, is published by its own flag; without one every item of its type is. */
export const isPublic = (
  { visible }: Collection,
  item: Readonly<Record<string, unknown>> | null,
): boolean => item !== null && (!visible || item[visible.field] === visible.is);
