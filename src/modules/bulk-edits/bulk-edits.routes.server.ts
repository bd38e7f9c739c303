import * as z from 'zod';
import { bulkFieldsOf } from '#client/bulk-fields.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import { updateSchema } from '#kit/validators.ts';
import { recordActivity, tellAsOne } from '#modules/activity/record.server.ts';
import { tryOut } from '#modules/attempts.server.ts';
import { dryRunQuery } from '#modules/csv/csv.routes.server.ts';
import { createImport } from '#modules/csv/import-csv.server.ts';
import { importReport } from '#modules/csv/import-report.ts';
import { holdItems } from '#modules/csv/rows.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { invalid, notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { problemsOf } from '#platform/problems.ts';
import { rowId } from '#platform/text-rules.ts';
import { transact } from '#platform/version/transact.server.ts';
import type { Caller } from '#platform/viewer.ts';

const MAX_ITEMS_AT_ONCE = 1000;

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
const editMany = async ({ db, parts, registry }: BulkParts, viewer: Caller, edit: BulkEdit) => {
  const { collection } = parts;
  const { field, how, dryRun } = edit;
  const value = readValue(collection, edit);
  const writes = edit.items.map(({ id }) => ({ collection, id, draft: { [field]: value } }));
  const lookedUp = await parts.lookUp(viewer, writes);
  return tryOut(
    (work) => transact(db, work),
    async (tx) => {
      tellAsOne(tx);
      const importing = { viewer, lookedUp };
      const rows = await createImport({ ...parts, registry }, tx, importing);
      const { writeRows, note, report } = rows;
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
      if (!dryRun && done.updated > 0) {
        await recordActivity(tx, viewer, {
          action: 'changed',
          collection: collection.name,
          title: countOf(collection, done.updated),
          details: { fields: [field] },
        });
      }
      const items = fresh.map(({ item: { id, version } }) => ({ id, version }));
      return { dryRun, ...done, items };
    },
    ({ updated }) => !dryRun && updated > 0,
  );
};

const TAG = {
  name: 'Bulk edits',
  description: 'One field of many items at once, after a preview.',
};

/** Held to the rule of its field. */
const value = z.unknown().meta({ description: 'As the field takes it; null empties it' });

const version = z.object({ id: rowId, version: z.int() });

export const mountBulkEdits = (
  api: Api,
  { content: { registry, partsOf }, connection: { db } }: AppParts,
) => [
  endpoint(api, {
    method: 'post',
    tag: TAG,
    access: 'editor',
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
        .min(1, 'Choose at least one item')
        .max(MAX_ITEMS_AT_ONCE),
    }),
    response: importReport
      .extend({
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
      const items = [...new Map(body.items.map((one) => [one.id, one])).values()];
      return editMany({ db, parts, registry }, viewer, { ...body, items, ...query });
    },
  }),
];
