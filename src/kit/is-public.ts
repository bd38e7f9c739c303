import type { Collection } from './collection.ts';

/** Whether an item, or a form of one, is published by its own flag; without one every item of its type is. */
export const isPublic = (
  { visible }: Collection,
  item: Readonly<Record<string, unknown>> | null,
): boolean => item !== null && (!visible || item[visible.field] === visible.is);

/** The change that publishes or hides an item: a choice falls back to its default. */
export const visibilityPatch = ({ visible, fields }: Collection, isOn: boolean) => {
  if (!visible) return {};
  const off = typeof visible.is === 'boolean' ? !visible.is : fields[visible.field]?.default;
  return { [visible.field]: isOn ? visible.is : off };
};
