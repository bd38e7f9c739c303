import { asc, ne } from 'drizzle-orm';
import type { CollectionParts } from '#kit/routes.server.ts';
import { batchWrites } from '#platform/db/append.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { news } from './news.collection.ts';

const PER_ROUND = 500;

const removeSome = async (
  tx: Executor,
  { reader, writer }: CollectionParts<typeof news>,
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
  await batchWrites(tx, async () => {
    for (const item of items) await writer.removeHeldIn(tx, viewer, item);
  });
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
