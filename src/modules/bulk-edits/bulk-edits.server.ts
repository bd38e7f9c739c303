import { and, eq, lt, sql } from 'drizzle-orm';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import { updateSchema } from '#kit/validators.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { tellAsOne } from '#modules/activity/record-change.server.ts';
import type { Names } from '#modules/csv/cells.ts';
import { holdItems } from '#modules/csv/find-items.server.ts';
import { createImport } from '#modules/csv/import-csv.server.ts';
import type { ImportedRow, ImportReport } from '#modules/csv/import-report.ts';
import { isRefusal, trySavepoint } from '#modules/csv/try-savepoint.server.ts';
import { transact } from '#platform/changes.server.ts';
import { batchWrites } from '#platform/db/append.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { revisions } from '#platform/db/revisions.table.server.ts';
import { AppError, invalid, notFound } from '#platform/errors.ts';
import { requireAnswers } from '#platform/outside.server.ts';
import { problemsOf } from '#platform/problems.ts';
import { hasRole } from '#platform/roles.ts';
import type { Viewer } from '#platform/viewer.ts';
import { bulkEdits } from './bulk-edits.table.server.ts';

export const MAX_ITEMS_AT_ONCE = 1000;
const ROWS_AT_ONCE = 200;
const KEPT_DAYS = 30;

export interface BulkEdit {
  field: string;
  how: 'replace' | 'add' | 'remove';
  value: unknown;
  items: readonly { id: number; version?: number | undefined }[];
}

interface BulkParts {
  db: Database;
  parts: CollectionParts;
  loadNames(tx: Executor): Promise<Names>;
}

const countOf = ({ label }: Collection, count: number) =>
  `${count} ${count === 1 ? label.one : label.many}`;

/** The value as the field takes it; a list is added to and taken from by its entries. */
const readValue = (collection: Collection, { field: key, how, value }: BulkEdit): unknown => {
  const { kind } = collection.fields[key] ?? {};
  if (how !== 'replace' && kind !== 'list' && kind !== 'references')
    throw invalid({ how: 'Only a list can be added to or taken from' });
  const label = () => labelOf(key, collection.fields[key]);
  const result = updateSchema(collection).safeParse({ [key]: value }, { reportInput: true });
  if (result.success) return result.data[key];
  throw invalid({ value: problemsOf(result.error, label)[key] ?? 'This does not fit the field' });
};

const nextOf = (held: unknown, how: BulkEdit['how'], value: unknown): unknown => {
  if (how === 'replace' || !Array.isArray(held) || !Array.isArray(value)) return value;
  if (how === 'add') return [...new Set([...held, ...value])];
  return held.filter((entry) => !value.includes(entry));
};

/** Gives many items a field, each by its own rules: what is refused is named, the others are written in one transaction. */
export const editMany = async (
  { db, parts, loadNames }: BulkParts,
  viewer: Viewer,
  edit: BulkEdit & { dryRun: boolean },
): Promise<ImportReport & { edit: number | null; items: { id: number; version: number }[] }> => {
  const { collection, writer } = parts;
  const { field, how, dryRun } = edit;
  const value = readValue(collection, edit);
  const takeBack = new Error('Nothing of a preview is kept');
  const none = { dryRun, created: 0, updated: 0, unchanged: 0, refused: 0 };
  let report: ImportReport = { ...none, rows: [] };
  let number: number | null = null;
  let items: { id: number; version: number }[] = [];
  try {
    await transact(db, async (tx) => {
      report = { ...none, rows: [] };
      tellAsOne(tx);
      const { writeRows } = await createImport(
        { db, collection, writer, loadNames },
        tx,
        viewer,
        report,
      );
      const held = await holdItems(
        tx,
        collection,
        edit.items.map(({ id }) => id),
      );
      const fresh = edit.items.flatMap(({ id, version }, at) => {
        const item = held.get(id);
        if (item && (version ?? item.version) === item.version) return { item, row: at + 1 };
        report.refused += 1;
        report.rows.push(refusedRow(collection, { id, row: at + 1, item }));
        return [];
      });
      items = fresh.map(({ item: { id, version } }) => ({ id, version }));
      for (let at = 0; at < fresh.length; at += ROWS_AT_ONCE) {
        const rows = fresh.slice(at, at + ROWS_AT_ONCE).map(({ item, row }) => ({
          row: { row, id: String(item.id), version: '', cells: new Map() },
          values: { [field]: nextOf(item[field], how, value) },
          id: item.id,
        }));
        await writeRows(rows);
      }
      requireAnswers(tx);
      if (dryRun || report.updated === 0) throw takeBack;
      number = await keepEdit(tx, viewer, { collection, field, report, held });
    });
  } catch (error) {
    if (error !== takeBack) throw error;
  }
  report.rows.sort((a, b) => a.row - b.row);
  return { ...report, edit: number, items };
};

const refusedRow = (
  { title }: Collection,
  { id, row, item }: { id: number; row: number; item: AnyItem | undefined },
): ImportedRow => ({
  row,
  id,
  title: String(item?.[title] ?? `Number ${id}`),
  action: 'refused',
  changes: [],
  problems: { row: item ? 'Somebody changed this in the meantime' : 'It is no longer there' },
  isStale: item !== undefined,
});

interface Kept {
  collection: Collection;
  field: string;
  report: ImportReport;
  held: ReadonlyMap<number, AnyItem>;
}

const keepEdit = async (
  tx: Executor,
  viewer: Viewer,
  { collection, field, report, held }: Kept,
) => {
  await tx
    .delete(bulkEdits)
    .where(lt(bulkEdits.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`));
  const items = report.rows.flatMap(({ action, id }) => {
    const before = action === 'updated' && id !== null ? held.get(id) : undefined;
    return before ? [{ id: before.id, version: before.version + 1 }] : [];
  });
  const [row] = await tx
    .insert(bulkEdits)
    .values({ collection: collection.name, field, items, userId: viewer?.id ?? null })
    .returning({ id: bulkEdits.id });
  await recordActivity(tx, viewer, {
    action: 'changed',
    collection: collection.name,
    title: countOf(collection, items.length),
    details: { fields: [field], edit: row?.id },
  });
  return row?.id ?? null;
};

/** The values before, by item: the revision that the edit left of each. */
const readBefore = async (
  tx: Executor,
  { collection, field, items }: typeof bulkEdits.$inferSelect,
) => {
  const pairs = sql`select * from unnest(${sql.param(items.map(({ id }) => id))}::int[],
    ${sql.param(items.map(({ version }) => version - 1))}::int[])`;
  const rows = await tx
    .select({
      id: revisions.itemId,
      title: revisions.title,
      value: sql<unknown>`${revisions.data} -> ${field}`,
    })
    .from(revisions)
    .where(
      and(
        eq(revisions.collection, collection),
        sql`(${revisions.itemId}, ${revisions.version}) in (${pairs})`,
      ),
    );
  return new Map(rows.map((row) => [row.id, row]));
};

/** Takes an edit back, for all items that nobody changed since; the others are named. */
export const undoEdit = (
  db: Database,
  partsOf: (name: string) => CollectionParts,
  viewer: Viewer,
  id: number,
) =>
  transact(db, async (tx) => {
    const [edit] = await tx.select().from(bulkEdits).where(eq(bulkEdits.id, id)).for('update');
    const isTheirs = edit?.userId === viewer?.id || hasRole(viewer, 'publisher');
    if (!edit || !isTheirs) throw notFound('Bulk edit');
    if (edit.undoneAt) throw new AppError('conflict', 'This was undone already');
    const { collection, writer } = partsOf(edit.collection);
    const before = await readBefore(tx, edit);
    const held = await holdItems(tx, collection, [...before.keys()]);
    const refused: { id: number; title: string; reason: string }[] = [];
    const refuse = (itemId: number, reason: string) =>
      refused.push({ id: itemId, title: before.get(itemId)?.title ?? `Number ${itemId}`, reason });
    const unchanged = edit.items.flatMap(({ id: itemId, version }) => {
      const item = held.get(itemId);
      if (item?.version === version)
        return { held: item, draft: { [edit.field]: before.get(itemId)?.value } };
      refuse(itemId, item ? 'Somebody changed this in the meantime' : 'It is no longer there');
      return [];
    });
    const write = (some: typeof unchanged) =>
      trySavepoint(tx, collection, () =>
        batchWrites(tx, () => writer.restoreManyIn(tx, viewer, some)),
      );
    tellAsOne(tx);
    for (let at = 0; at < unchanged.length; at += ROWS_AT_ONCE) {
      const some = unchanged.slice(at, at + ROWS_AT_ONCE);
      await write(some).catch(async (error) => {
        if (!isRefusal(error)) throw error;
        for (const one of some) {
          await write([one]).catch((reason) => {
            if (!isRefusal(reason)) throw reason;
            refuse(one.held.id, reason.message);
          });
        }
      });
    }
    const restored = edit.items.length - refused.length;
    await tx.update(bulkEdits).set({ undoneAt: new Date() }).where(eq(bulkEdits.id, id));
    await recordActivity(tx, viewer, {
      action: 'restored',
      collection: collection.name,
      title: countOf(collection, restored),
      details: { fields: [edit.field], edit: id },
    });
    return { restored, refused };
  });
