import { max, sql } from 'drizzle-orm';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import type { Writer } from '#kit/write.server.ts';
import { transact } from '#platform/changes.server.ts';
import { batchWrites } from '#platform/db/append.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { AppError, invalid } from '#platform/errors.ts';
import { requireAnswers } from '#platform/outside.server.ts';
import { readCsv } from '#platform/read-csv.server.ts';
import { MAX_INTEGER } from '#platform/text-rules.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Names } from './cells.ts';
import { createKeyFinder, holdItems } from './find-items.server.ts';
import type { ImportedChange, ImportedRow, ImportReport } from './import-report.ts';
import {
  type CsvRow,
  changesOf,
  draftOf,
  readHeader,
  readValues,
  type Values,
} from './rows.server.ts';
import { isRefusal, trySavepoint } from './try-savepoint.server.ts';

export const MAX_ROWS = 20_000;
const ROWS_AT_ONCE = 200;
/** Together with a collection it names the lock of the import that is at work on it. */
const IMPORT_LOCKS = sql.raw('727402619');

export interface ImportParts {
  db: Database;
  collection: Collection;
  writer: Writer;
  loadNames(tx: Executor): Promise<Names>;
}

interface ReadRow {
  row: CsvRow;
  values: Values;
  id: number | undefined;
}

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
  /** Tells when the client has gone. */
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

const alone = async (tx: Executor, { name, label }: Collection) => {
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(${IMPORT_LOCKS}, hashtext(${name})) as held`,
  );
  if (rows[0]?.held) return;
  throw new AppError('conflict', `Another import of ${label.many} is running. Please wait for it`);
};

/** Where a row does not say it, a new item takes its place at the end of its list. */
const createPlaces = async (tx: Executor, collection: Collection) => {
  if (!collection.fields.displayOrder) return () => ({});
  const last = max(columnOf(collection, 'displayOrder'));
  const [row] = await tx.select({ last }).from(tableOf(collection));
  let next = Math.max(0, Number(row?.last ?? -1) + 1);
  return (values: Values) => (values.displayOrder === undefined ? { displayOrder: next++ } : {});
};

/** Works through rows inside a transaction; a row that is refused leaves no trace in it. */
export const createImport = async (
  { collection, writer, loadNames }: ImportParts,
  tx: Executor,
  viewer: Viewer,
  report: ImportReport,
) => {
  const names = await loadNames(tx);
  const findByKey = createKeyFinder(tx, collection);
  const placeOf = await createPlaces(tx, collection);
  const seen = new Map<number, number>();

  const titleOf = (values: Values, item: AnyItem | null) =>
    String(item?.[collection.title] ?? values[collection.title] ?? '').slice(0, 200);

  const requireFresh = (row: CsvRow, item: AnyItem) => {
    if (row.version === '' || row.version === String(item.version)) return;
    const text = `Somebody changed this since the file was made: it was version ${row.version} and is ${item.version} now`;
    throw new AppError('changed', text, { fields: { version: text } });
  };

  const judge = ({ row, values, id }: ReadRow, item: AnyItem | null): JudgedRow | null => {
    requireThere(id, item);
    const draft = draftOf(collection, values, item);
    if (item && Object.keys(draft).length === 0) return null;
    if (item) requireFresh(row, item);
    const changes = changesOf(collection, { item, draft, names });
    return { row, item, changes, draft: item ? draft : { ...draft, ...placeOf(values) } };
  };

  const refuse = (row: CsvRow, error: AppError, title: string): ImportedRow => ({
    row: row.row,
    id: Number(row.id) || null,
    title,
    action: 'refused',
    changes: [],
    problems: error.fields ?? { row: error.message },
    isStale: error.code === 'changed',
  });

  const note = (line: ImportedRow) => {
    report[line.action] += 1;
    report.rows.push(line);
  };

  const requireOnce = (row: CsvRow, id: number | undefined) => {
    if (id === undefined) return;
    const earlier = seen.get(id);
    seen.set(id, earlier ?? row.row);
    if (earlier !== undefined) throw invalid({ id: `Row ${earlier} speaks of the same item` });
  };

  const requireThere = (id: number | undefined, item: AnyItem | null) => {
    if (id === undefined || item) return;
    const text = `There is no ${collection.label.one} with the id ${id}. Without an id it would be made anew`;
    throw invalid({ id: text });
  };

  /** Finds the items of a group's rows; unreadable rows are refused at once. */
  const readGroup = async (group: readonly CsvRow[]) => {
    const read: ReadRow[] = [];
    for (const row of group) {
      try {
        const values = readValues(collection, row, names);
        const id = readId(row.id) ?? (await findByKey(values));
        requireOnce(row, id);
        read.push({ row, values, id });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        note(refuse(row, error, row.cells.get(collection.title) ?? ''));
      }
    }
    return read;
  };

  /** The writes of a group: unchanged rows are counted, invalid rows are refused. */
  const judgeGroup = (rows: readonly ReadRow[], items: ReadonlyMap<number, AnyItem>) =>
    rows.flatMap((read) => {
      const item = items.get(read.id ?? 0) ?? null;
      try {
        const judged = judge(read, item);
        if (!judged) report.unchanged += 1;
        return judged ?? [];
      } catch (error) {
        if (!isRefusal(error)) throw error;
        note(refuse(read.row, error, titleOf(read.values, item)));
        return [];
      }
    });

  const writeAll = async (rows: readonly JudgedRow[]) => {
    const writes = rows.map(({ item, draft }) => ({ held: item, draft }));
    const written = await batchWrites(tx, () => writer.writeManyIn(tx, viewer, writes));
    for (const [at, { row, item, changes }] of rows.entries()) {
      note({
        row: row.row,
        id: item?.id ?? null,
        title: titleOf(written[at] ?? {}, null),
        action: item ? 'updated' : 'created',
        changes,
        problems: {},
        isStale: false,
      });
    }
  };

  /** Most groups are fine as a whole; where one is not, each half of it is tried, down to the rows that are refused. */
  const writeOrRefuse = async (rows: readonly JudgedRow[]): Promise<void> => {
    const [first] = rows;
    if (!first) return;
    try {
      await trySavepoint(tx, collection, () => writeAll(rows));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (rows.length === 1)
        return note(refuse(first.row, error, titleOf(first.draft, first.item)));
      const middle = Math.ceil(rows.length / 2);
      await writeOrRefuse(rows.slice(0, middle));
      await writeOrRefuse(rows.slice(middle));
    }
  };

  const writeRows = async (read: readonly ReadRow[]) => {
    const ids = read.flatMap(({ id }) => id ?? []);
    await writeOrRefuse(judgeGroup(read, await holdItems(tx, collection, ids)));
  };

  return {
    writeRows,
    writeGroup: async (group: readonly CsvRow[]) => writeRows(await readGroup(group)),
  };
};

/** Carries out a file in one transaction, all of it or nothing; a dry run takes everything back. */
export const importCsv = async (
  parts: ImportParts,
  { bytes, viewer, dryRun, signal }: ImportOptions,
): Promise<ImportReport> => {
  const none = { dryRun, created: 0, updated: 0, unchanged: 0, refused: 0 };
  let report: ImportReport = { ...none, rows: [] };
  await requireFit(bytes);
  const takeBack = new Error('Nothing of this import is kept');
  try {
    await transact(parts.db, async (tx) => {
      await alone(tx, parts.collection);
      report = { ...none, rows: [] };
      const { writeGroup } = await createImport(parts, tx, viewer, report);
      for await (const group of groupsOf(parts.collection, bytes)) {
        if (signal.aborted) throw takeBack;
        await writeGroup(group);
      }
      requireAnswers(tx);
      // A client that is gone got no report and would send the file again.
      if (signal.aborted || dryRun || report.refused > 0) throw takeBack;
    });
  } catch (error) {
    if (error !== takeBack) throw error;
  }
  report.rows.sort((a, b) => a.row - b.row);
  return report;
};
