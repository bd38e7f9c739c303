import { asc, gt } from 'drizzle-orm';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { tableOf } from '#kit/table.server.ts';
import { writeCsv } from '#platform/csv.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { columnsOf, type Names, writeCell } from './cells.ts';

const ITEMS_AT_ONCE = 200;
/** Without it spreadsheets take the file for an older encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** All items of a collection as CSV, in pieces; no more than one of them is held. */
export async function* exportCsv(
  db: Executor,
  collection: Collection,
  names: Names,
): AsyncGenerator<string> {
  const table = tableOf(collection);
  const columns = columnsOf(collection);
  yield BYTE_ORDER_MARK + writeCsv([['id', 'version', ...columns.map(([key]) => key)]]);
  for (let last = 0; ; ) {
    const items: AnyItem[] = await db
      .select()
      .from(table)
      .where(gt(table.id, last))
      .orderBy(asc(table.id))
      .limit(ITEMS_AT_ONCE);
    if (items.length === 0) return;
    yield writeCsv(
      items.map((item) => [
        String(item.id),
        String(item.version),
        ...columns.map(([key, field]) => writeCell(field, item[key], names)),
      ]),
    );
    last = items.at(-1)?.id ?? last;
  }
}
