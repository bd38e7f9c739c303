import { desc, eq } from 'drizzle-orm';
import { tableOf } from '#kit/table.server.ts';
import type { Writer } from '#kit/write.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { type StyleGuide, styleGuides } from './style-guides.collection.ts';
import { lockActivation } from './style-guides.service.server.ts';

const table = tableOf(styleGuides);

export const findActiveGuide = async (db: Executor): Promise<StyleGuide | null> => {
  const [row] = await db
    .select()
    .from(table)
    .where(eq(table.isActive, true))
    .orderBy(desc(table.id))
    .limit(1);
  return row ?? null;
};

/** Makes one guide the active one; the lock comes before any row, so that two never wait for each other. */
export const activateGuide = (
  writer: Writer<typeof styleGuides>,
  target: { id: number; version: number | undefined },
  viewer: Viewer,
) =>
  writer.inTransaction(async (tx) => {
    await lockActivation(tx);
    return writer.updateIn(tx, viewer, target, { isActive: true });
  });
