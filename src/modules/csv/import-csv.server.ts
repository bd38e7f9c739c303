import { max, sql } from 'drizzle-orm';
import type { LookedUp, PlannedWrite } from '#kit/behaviour.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import { orRefusal, tryOut, trySavepoint } from '#modules/attempts.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { AppError, invalid } from '#platform/errors.ts';
import { MAX_INTEGER } from '#platform/text-rules.ts';
import { type Tx, transact } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { ImportedChange, ImportedRow, ImportReport } from './import-report.ts';
import { readCsv } from './read-csv.server.ts';
import {
  type CsvRow,
  changesOf,
  createKeyFinder,
  draftOf,
  holdItems,
  loadNames,
  readHeader,
  readValues,
  type Values,
} from './rows.server.ts';

export const MAX_ROWS = 2000;
const ROWS_AT_ONCE = 200;
/** Together with a collection it names the lock of the import that is at work on it. */
const IMPORT_LOCKS = sql.raw('727402619');

export interface ImportParts extends Pick<CollectionParts, 'collection' | 'writer' | 'lookUp'> {
  registry: readonly Collection[];
}

/** Who imports, and what was looked up for it. */
interface Importing {
  viewer: Viewer;
  lookedUp: LookedUp | undefined;
}

interface ReadRow {
  row: CsvRow;
  values: Values;
  id: number | undefined;
}

type Noted = Pick<ImportedRow, 'row' | 'id' | 'title' | 'action'> & Partial<ImportedRow>;

/** A row that changes something, if nothing stands in its way. */
interface JudgedRow {
  row: CsvRow;
  item: AnyItem | null;
  draft: Values;
  changes: ImportedChange[];
}

interface ImportOptions {
  bytes: Uint8Array;
  viewer: Viewer;
  dryRun: boolean;
  signal: AbortSignal;
}

/** Read once before anything is locked or written: a file that is too long or broken is refused at once. */
const requireFit = async (bytes: Uint8Array) => {
  let lines = 0;
  for await (const _ of readCsv(bytes)) {
    lines += 1;
    if (lines > MAX_ROWS + 1) {
      throw new AppError('too-large', `A file may have ${MAX_ROWS} rows. Split it, please`);
    }
  }
  if (lines === 0) throw new AppError('invalid', 'The file is empty');
};

/** Rows of the file in groups, without lines that say nothing. */
async function* groupsOf(collection: Collection, bytes: Uint8Array): AsyncGenerator<CsvRow[]> {
  let toRow: ReturnType<typeof readHeader> | undefined;
  let group: CsvRow[] = [];
  let line = 0;
  for await (const record of readCsv(bytes)) {
    line += 1;
    if (!toRow) toRow = readHeader(collection, record);
    else if (record.some((cell) => cell !== '')) group.push(toRow(line, record));
    if (group.length < ROWS_AT_ONCE) continue;
    yield group;
    group = [];
  }
  yield group;
}

const readId = (text: string): number | undefined => {
  if (text === '') return undefined;
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (id === 0 || id > MAX_INTEGER) throw invalid({ id: 'Write the id of an item, or nothing' });
  return id;
};

const requireFresh = (row: CsvRow, item: AnyItem) => {
  if (row.version === '' || row.version === String(item.version)) return;
  const text = `Somebody changed this since the file was made: it was version ${row.version} and is ${item.version} now`;
  throw new AppError('changed', text, { fields: { version: text } });
};

const alone = async (tx: Tx, { name, label }: Collection) => {
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(${IMPORT_LOCKS}, hashtext(${name})) as held`,
  );
  if (rows[0]?.held) return;
  throw new AppError('conflict', `Another import of ${label.many} is running. Please wait for it`);
};

/** Where a row does not say it, a new item takes its place at the end of its list. */
const createPlaces = async (tx: Tx, collection: Collection) => {
  if (!collection.fields.displayOrder) return () => ({});
  const last = max(columnOf(collection, 'displayOrder'));
  const [row] = await tx.select({ last }).from(tableOf(collection));
  let next = Math.max(0, Number(row?.last ?? -1) + 1);
  return (values: Values) => (values.displayOrder === undefined ? { displayOrder: next++ } : {});
};

/** Works through rows inside a transaction; a row that is refused leaves no trace in it. */
export const createImport = async (
  { collection, writer, registry }: ImportParts,
  tx: Tx,
  { viewer, lookedUp }: Importing,
) => {
  const rows: ImportedRow[] = [];
  const report: Omit<ImportReport, 'dryRun'> = {
    created: 0,
    updated: 0,
    unchanged: 0,
    refused: 0,
    rows,
  };
  const names = await loadNames(tx, collection, registry);
  const findByKey = createKeyFinder(tx, collection);
  const placeOf = await createPlaces(tx, collection);
  const seen = new Map<number, number>();

  const titleOf = (values: Values, item: AnyItem | null) =>
    String(item?.[collection.title] ?? values[collection.title] ?? '').slice(0, 200);

  const note = (line: Noted) => {
    report[line.action] += 1;
    rows.push({ changes: [], problems: {}, isStale: false, ...line });
  };

  const refuse = (row: CsvRow, error: AppError, title: string) =>
    note({
      row: row.row,
      id: Number(row.id) || null,
      title,
      action: 'refused',
      problems: error.fields ?? { row: error.message },
      isStale: error.code === 'changed',
    });

  const read = async (row: CsvRow): Promise<ReadRow> => {
    const values = readValues(collection, row, names);
    const id = readId(row.id) ?? (await findByKey(values));
    const earlier = id && seen.get(id);
    if (earlier) throw invalid({ id: `Row ${earlier} speaks of the same item` });
    if (id) seen.set(id, row.row);
    return { row, values, id };
  };

  /** The write of a row; null where it changes nothing. */
  const judge = async ({ row, values, id }: ReadRow, item: AnyItem | null) => {
    if (id !== undefined && !item) {
      const text = `There is no ${collection.label.one} with the id ${id}. Without an id it would be made anew`;
      throw invalid({ id: text });
    }
    const draft = draftOf(collection, values, item);
    if (item && Object.keys(draft).length === 0) return null;
    if (item) requireFresh(row, item);
    const changes = changesOf(collection, { item, draft, names });
    const placed = item ? draft : { ...draft, ...placeOf(values) };
    return { row, item, changes, draft: placed } satisfies JudgedRow;
  };

  const write = async ({ row, item, draft, changes }: JudgedRow) => {
    const store = () =>
      item
        ? writer.update(tx, viewer, item, draft, { lookedUp })
        : writer.create(tx, viewer, draft, { lookedUp });
    const written = await trySavepoint(tx, collection, store);
    if (written instanceof AppError) return refuse(row, written, titleOf(draft, item));
    const title = titleOf(written, null);
    const action = item ? 'updated' : 'created';
    note({ row: row.row, id: item?.id ?? null, title, action, changes });
  };

  const writeRows = async (group: readonly ReadRow[]) => {
    const ids = group.flatMap(({ id }) => id ?? []);
    const items = await holdItems(tx, collection, ids);
    for (const one of group) {
      const item = items.get(one.id ?? 0) ?? null;
      const judged = await orRefusal(judge(one, item));
      if (judged instanceof AppError) refuse(one.row, judged, titleOf(one.values, item));
      else if (judged) await write(judged);
      else report.unchanged += 1;
    }
  };

  const writeGroup = async (group: readonly CsvRow[]) => {
    const readRows: ReadRow[] = [];
    for (const row of group) {
      const found = await orRefusal(read(row));
      if (found instanceof AppError) refuse(row, found, row.cells.get(collection.title) ?? '');
      else readRows.push(found);
    }
    await writeRows(readRows);
  };

  const inOrder = () => ({ ...report, rows: rows.toSorted((a, b) => a.row - b.row) });

  return { writeRows, writeGroup, note, report: inOrder };
};

/** The rows as writes, as far as they can be read. */
const planWrites = async (
  db: Database,
  { collection, registry }: ImportParts,
  bytes: Uint8Array,
): Promise<PlannedWrite[]> => {
  const names = await loadNames(db, collection, registry);
  const findByKey = createKeyFinder(db, collection);
  const plan = async (row: CsvRow): Promise<PlannedWrite> => {
    const draft = readValues(collection, row, names);
    return { collection, id: readId(row.id) ?? (await findByKey(draft)), draft };
  };
  const writes: PlannedWrite[] = [];
  for await (const group of groupsOf(collection, bytes)) {
    for (const row of group) {
      const write = await orRefusal(plan(row));
      if (!(write instanceof AppError)) writes.push(write);
    }
  }
  return writes;
};

/** Carries out a file in one transaction, all of it or nothing; a dry run takes everything back. */
export const importCsv = async (
  db: Database,
  parts: ImportParts,
  { bytes, viewer, dryRun, signal }: ImportOptions,
): Promise<ImportReport> => {
  await requireFit(bytes);
  const lookedUp = await parts.lookUp(viewer, await planWrites(db, parts, bytes));
  return tryOut(
    (work) => transact(db, work),
    async (tx) => {
      await alone(tx, parts.collection);
      const { writeGroup, report } = await createImport(parts, tx, { viewer, lookedUp });
      for await (const group of groupsOf(parts.collection, bytes)) {
        if (signal.aborted) break;
        await writeGroup(group);
      }
      return { dryRun, ...report() };
    },
    // A client that is gone got no report and would send the file again.
    ({ refused }) => !signal.aborted && !dryRun && refused === 0,
  );
};
