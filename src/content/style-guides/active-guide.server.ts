import { desc, eq } from 'drizzle-orm';
import type { Viewer } from '#kit/behaviour.server.ts';
import { widen } from '#kit/collection.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import type { Writer } from '#kit/write.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { toItem } from '#platform/db/rows.server.ts';
import { type StyleGuide, styleGuides } from './style-guides.collection.ts';
import { lockActivation } from './style-guides.service.server.ts';

const table = tableOf(widen(styleGuides));
const { isActive } = columnsOf(table);

export const findActiveGuide = async (db: Executor): Promise<StyleGuide | null> => {
  const [row] = await db
    .select()
    .from(table)
    .where(eq(isActive as never, true))
    .orderBy(desc(table.id))
    .limit(1);
  return row ? (toItem(row) as unknown as StyleGuide) : null;
};

/** Makes one guide the active one; the lock comes before any row, so that two never wait for each other. */
export const activateGuide = (writer: Writer, id: number, viewer: Viewer) =>
  writer.inTransaction(async (tx) => {
    await lockActivation(tx);
    return writer.updateIn(tx, viewer, { id }, { isActive: true });
  });
