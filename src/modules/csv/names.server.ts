import { type Collection, fieldEntries, slugFieldOf } from '#kit/collection.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { Names } from './cells.ts';

/** The slugs of everything that a collection refers to, read once. */
export const loadNames = async (
  db: Executor,
  collection: Collection,
  registry: readonly Collection[],
): Promise<Names> => {
  const slugs = new Map<string, string>();
  const ids = new Map<string, number>();
  const isReference = ({ kind }: { kind: string }) => kind === 'reference' || kind === 'references';
  const targets = new Set(
    fieldEntries(collection).flatMap(([, field]) => (isReference(field) ? (field.to ?? []) : [])),
  );
  for (const target of registry.filter(({ name }) => targets.has(name))) {
    const slug = columnOf(target, slugFieldOf(target) ?? 'id');
    const table = tableOf(target);
    for (const row of await db.select({ id: table.id, slug }).from(table)) {
      slugs.set(`${target.name}/${row.id}`, String(row.slug));
      ids.set(`${target.name}/${String(row.slug)}`, row.id);
    }
  }
  return {
    slugOf: (name, id) => slugs.get(`${name}/${id}`),
    idOf: (name, slug) => ids.get(`${name}/${slug}`),
  };
};
