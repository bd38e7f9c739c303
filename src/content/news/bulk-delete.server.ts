import { asc, inArray, ne } from 'drizzle-orm';
import type { Viewer } from '#kit/behaviour.server.ts';
import { keepRevision } from '#kit/revisions.server.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import { recordAll } from '#modules/activity/record.server.ts';
import { announceChange } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { news } from './news.collection.ts';

const PER_ROUND = 500;
/** A notice of PostgreSQL holds 8,000 bytes. */
const PER_NOTICE = 12;

const announce = async (tx: Executor, name: string, keys: readonly string[]) => {
  for (let at = 0; at < keys.length; at += PER_NOTICE) {
    await announceChange(tx, [name, `${name}.id`, ...keys.slice(at, at + PER_NOTICE)]);
  }
};

const removeSome = async (
  tx: Executor,
  { collection, reader }: CollectionParts<typeof news>,
  viewer: Viewer,
) => {
  const { table } = reader;
  const items = await tx
    .select()
    .from(table)
    .where(ne(table.status, 'published'))
    .orderBy(asc(table.id))
    .limit(PER_ROUND)
    .for('update');
  if (items.length === 0) return 0;
  for (const item of items) await keepRevision(tx, { collection, action: 'delete', item, viewer });
  await tx.delete(table).where(
    inArray(
      table.id,
      items.map((item) => item.id),
    ),
  );
  const entries = items.map(({ id, title, version }) => ({
    action: 'deleted' as const,
    collection: collection.name,
    itemId: id,
    title,
    version,
  }));
  await recordAll(tx, viewer, entries);
  const keys = items.flatMap((item) => [
    `${collection.name}/${item.id}`,
    `${collection.name}/${item.slug}`,
  ]);
  await announce(tx, collection.name, keys);
  return items.length;
};

/** Moves everything that is not published to the trash: all of it, or nothing. */
export const deleteUnpublished = (
  parts: CollectionParts<typeof news>,
  viewer: Viewer,
): Promise<number> =>
  parts.writer.inTransaction(async (tx) => {
    let deleted = 0;
    for (let count = PER_ROUND; count === PER_ROUND; deleted += count) {
      count = await removeSome(tx, parts, viewer);
    }
    return deleted;
  });
