import { and, eq, lt, sql } from 'drizzle-orm';
import * as z from 'zod';
import { bulkFieldsOf } from '#client/list-filter.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import type { CollectionParts, PartsOf } from '#kit/routes.server.ts';
import { updateSchema } from '#kit/validators.ts';
import { recordActivity, tellAsOne } from '#modules/activity/record.server.ts';
import { tryOut, writeInHalves } from '#modules/attempts.server.ts';
import { dryRunQuery } from '#modules/csv/csv.routes.server.ts';
import { createImport } from '#modules/csv/import-csv.server.ts';
import { type ImportedRow, importReport } from '#modules/csv/import-report.ts';
import { holdItems } from '#modules/csv/rows.server.ts';
import { viewSearch } from '#modules/views/views.table.server.ts';
import { transact } from '#platform/changes.server.ts';
import { batchWrites } from '#platform/db/append.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { revisions } from '#platform/db/revisions.table.server.ts';
import { AppError, invalid, notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { problemsOf } from '#platform/problems.ts';
import { hasRole } from '#platform/roles.ts';
import { rowId } from '#platform/text-rules.ts';
import type { Caller } from '#platform/viewer.ts';
import { bulkEdits } from './bulk-edits.table.server.ts';

const MAX_ITEMS_AT_ONCE = 1000;
const KEPT_DAYS = 30;

interface BulkEdit {
  field: string;
  how: 'replace' | 'add' | 'remove';
  value: unknown;
  items: readonly { id: number; version?: number | undefined }[];
  dryRun: boolean;
}

interface BulkParts {
  db: Database;
  parts: CollectionParts;
  registry: readonly Collection[];
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

const reasonFor = (item: AnyItem | undefined) =>
  item ? 'Somebody changed this in the meantime' : 'It is no longer there';

/** Gives many items a field, each by its own rules: what is refused is named, the others are written in one transaction. */
const editMany = ({ db, parts, registry }: BulkParts, viewer: Caller, edit: BulkEdit) => {
  const { collection } = parts;
  const { field, how, dryRun } = edit;
  const value = readValue(collection, edit);
  return tryOut(
    (work) => transact(db, work),
    async (tx) => {
      tellAsOne(tx);
      const { writeRows, note, report } = await createImport({ ...parts, registry }, tx, viewer);
      const ids = edit.items.map(({ id }) => id);
      const held = await holdItems(tx, collection, ids);
      const fresh = edit.items.flatMap(({ id, version }, at) => {
        const item = held.get(id);
        if (item && (version ?? item.version) === item.version) return { item, row: at + 1 };
        note({
          row: at + 1,
          id,
          title: String(item?.[collection.title] ?? `Number ${id}`),
          action: 'refused',
          problems: { row: reasonFor(item) },
          isStale: item !== undefined,
        });
        return [];
      });
      await writeRows(
        fresh.map(({ item, row }) => ({
          row: { row, id: String(item.id), version: '', cells: new Map() },
          values: { [field]: nextOf(item[field], how, value) },
          id: item.id,
        })),
      );
      const done = report();
      const isKept = !dryRun && done.updated > 0;
      const number = isKept
        ? await keepEdit(tx, viewer, { collection, field, held }, done.rows)
        : null;
      const items = fresh.map(({ item: { id, version } }) => ({ id, version }));
      return { dryRun, ...done, edit: number, items };
    },
    ({ edit: number }) => number !== null,
  );
};

interface Edited {
  collection: Collection;
  field: string;
  held: ReadonlyMap<number, AnyItem>;
}

const keepEdit = async (
  tx: Executor,
  viewer: Caller,
  { collection, field, held }: Edited,
  rows: readonly ImportedRow[],
) => {
  await tx
    .delete(bulkEdits)
    .where(lt(bulkEdits.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`));
  const items = rows.flatMap(({ action, id }) => {
    const before = action === 'updated' && id !== null ? held.get(id) : undefined;
    return before ? [{ id: before.id, version: before.version + 1 }] : [];
  });
  const [row] = await tx
    .insert(bulkEdits)
    .values({ collection: collection.name, field, items, userId: viewer.id })
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
  const { itemId: id, version, title, data } = revisions;
  const rows = await tx
    .select({ id, title, value: sql<unknown>`${data} -> ${field}` })
    .from(revisions)
    .where(and(eq(revisions.collection, collection), sql`(${id}, ${version}) in (${pairs})`));
  return new Map(rows.map((row) => [row.id, row]));
};

/** Takes an edit back, for all items that nobody changed since; the others are named. */
const undoEdit = (db: Database, partsOf: PartsOf, viewer: Caller, id: number) =>
  transact(db, async (tx) => {
    const [edit] = await tx.select().from(bulkEdits).where(eq(bulkEdits.id, id)).for('update');
    const isTheirs = edit?.userId === viewer.id || hasRole(viewer, 'publisher');
    if (!edit || !isTheirs) throw notFound('Bulk edit');
    if (edit.undoneAt) throw new AppError('conflict', 'This was undone already');
    const { collection, writer } = partsOf(edit.collection);
    const before = await readBefore(tx, edit);
    const items = await holdItems(tx, collection, [...before.keys()]);
    const refused: { id: number; title: string; reason: string }[] = [];
    const refuse = (itemId: number, reason: string) =>
      refused.push({ id: itemId, title: before.get(itemId)?.title ?? `Number ${itemId}`, reason });
    const unchanged = edit.items.flatMap(({ id: itemId, version }) => {
      const held = items.get(itemId);
      if (held?.version === version)
        return { held, draft: { [edit.field]: before.get(itemId)?.value } };
      refuse(itemId, reasonFor(held));
      return [];
    });
    tellAsOne(tx);
    await writeInHalves(tx, collection, unchanged, {
      write: async (some) => {
        await batchWrites(tx, () => writer.restoreManyIn(tx, viewer, some));
      },
      refuse: ({ held }, { message }) => refuse(held.id, message),
    });
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

const TAG = {
  name: 'Bulk edits',
  description: 'One field of many items at once, with a preview and the way back.',
};

/** Held to the rule of its field. */
const value = z.unknown().meta({ description: 'As the field takes it; null empties it' });

const version = z.object({ id: rowId, version: z.int() });

export const mountBulkEdits = (
  api: Api,
  { content: { registry, partsOf }, connection: { db } }: AppParts,
) => {
  const base = { method: 'post', tag: TAG, access: 'editor' } as const;

  return [
    endpoint(api, {
      ...base,
      id: 'editMany',
      path: '/api/bulk-edits',
      summary: `Give a field of at most ${MAX_ITEMS_AT_ONCE} items another value: each by its own rules, those that are refused are named`,
      query: dryRunQuery,
      body: z.strictObject({
        collection: z.string().meta({ enum: registry.map(({ name }) => name) }),
        field: z.string().max(100),
        how: z.enum(['replace', 'add', 'remove']).default('replace'),
        value,
        items: z
          .array(version.partial({ version: true }))
          .max(MAX_ITEMS_AT_ONCE)
          .optional(),
        matching: viewSearch
          .pick({ q: true, status: true, filter: true })
          .optional()
          .meta({ description: 'Instead of items: all that this list would have' }),
      }),
      response: importReport
        .extend({
          edit: z
            .int()
            .nullable()
            .meta({ description: 'To undo it by; null where nothing changed' }),
          items: z.array(version).meta({ description: 'The versions that were looked at' }),
        })
        .meta({ id: 'BulkEditReport' }),
      failures: { 404: 'No such content type' },
      handle: async ({ viewer, query, body }) => {
        const collection = registry.find(({ name }) => name === body.collection);
        if (!collection) throw notFound('Collection');
        if (!bulkFieldsOf(collection).some(([key]) => key === body.field))
          throw invalid({ field: 'This field cannot be changed in many items at once' });
        const parts = partsOf(collection);
        const { filter, ...rest } = body.matching ?? {};
        const found =
          body.items ??
          (body.matching
            ? await parts.reader.listCards({
                ...rest,
                filters: { filter: filter ? [filter] : [] },
                viewer,
                limit: MAX_ITEMS_AT_ONCE + 1,
              })
            : []);
        if (found.length > MAX_ITEMS_AT_ONCE)
          throw invalid({
            matching: `More than ${MAX_ITEMS_AT_ONCE} items match. Narrow the list`,
          });
        if (found.length === 0) throw invalid({ items: 'Choose at least one item' });
        const items = [...new Map(found.map((one) => [one.id, one])).values()];
        return editMany({ db, parts, registry }, viewer, { ...body, items, ...query });
      },
    }),
    endpoint(api, {
      ...base,
      id: 'undoBulkEdit',
      path: '/api/bulk-edits/{id}/undo',
      summary: 'Give the items back what they held; those that changed since are named',
      params: idParam,
      response: z
        .object({
          restored: z.int(),
          refused: z.array(z.object({ id: z.int(), title: z.string(), reason: z.string() })),
        })
        .meta({ id: 'UndoneBulkEdit' }),
      failures: { 404: 'Not there, or of somebody else', 409: 'Undone already' },
      handle: ({ viewer, params }) => undoEdit(db, partsOf, viewer, params.id),
    }),
  ];
};
