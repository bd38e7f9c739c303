import { and, inArray, sql } from 'drizzle-orm';
import type { Behaviour, ReadContext } from '#kit/behaviour.server.ts';
import { type AnyItem, type Collection, fieldEntries, slugFieldOf } from '#kit/collection.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { columnOf } from '#kit/table.server.ts';

interface Places {
  registry: readonly Collection[];
  readerOf: ReaderOf;
}

/** Items name others by id or by slug; an anonymous visitor hears nothing of those that he may not see. */
export const withOpenReferences = (
  behaviour: Behaviour,
  collection: Collection,
  { registry, readerOf }: Places,
): Behaviour => {
  const fields = fieldEntries(collection).flatMap(([key, { kind, to }]) => {
    const target = registry.find(({ name }) => name === to);
    if (!target || (kind !== 'references' && kind !== 'list')) return [];
    return [{ key, target, column: kind === 'list' ? (slugFieldOf(target) ?? 'id') : 'id' }];
  });
  if (fields.length === 0) return behaviour;

  type Reference = (typeof fields)[number];

  /** Which of the named items exist and are closed: a word that names none of them is just a word. */
  const closedOf = async ({ db }: ReadContext, { target, column }: Reference, named: unknown[]) => {
    const { table, visible } = readerOf(target);
    const key = columnOf(target, column);
    const rows = await db
      .select({ key: sql<unknown>`${key}` })
      .from(table)
      .where(and(inArray(key, named), sql`(${visible}) is not true`));
    return new Set(rows.map((row) => row.key));
  };

  const openOnly = async (items: AnyItem[], context: ReadContext): Promise<AnyItem[]> => {
    if (context.viewer) return items;
    let shown = items;
    for (const field of fields) {
      const valuesOf = (item: AnyItem): unknown[] => [item[field.key] ?? []].flat();
      const named = [...new Set(items.flatMap(valuesOf))];
      const closed = named.length > 0 ? await closedOf(context, field, named) : new Set();
      if (closed.size === 0) continue;
      const isOpen = (value: unknown) => !closed.has(value);
      shown = shown.map((item) => ({ ...item, [field.key]: valuesOf(item).filter(isOpen) }));
    }
    return shown;
  };

  return {
    ...behaviour,
    present: async (item, context) => {
      const [open = item] = await openOnly([item], context);
      const own = Object.fromEntries(fields.map(({ key }) => [key, open[key]]));
      return { ...own, ...(await behaviour.present?.(open, context)) };
    },
    presentList: async (items, context) =>
      openOnly((await behaviour.presentList?.(items, context)) ?? items, context),
  };
};
