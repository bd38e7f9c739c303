import { asc, eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { type Collection, fieldEntries } from '#kit/collection.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { invalid, notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import type { Viewer } from '#platform/viewer.ts';

/** A longer selector is of no use; other values can still be typed. */
const MAX_VALUES = 1000;

const isList = (collection: Collection, key: string) => collection.fields[key]?.kind === 'list';

/** Values of a freely filled field, drafts included, in alphabetical order, with how many items have each. */
const listValues = (db: Database, collection: Collection, key: string) => {
  const column = columnOf(collection, key);
  const value = isList(collection, key) ? sql<string>`unnest(${column})` : sql<string>`${column}`;
  const each = db
    .select({ value: value.as('value') })
    .from(tableOf(collection))
    .as('each');
  return db
    .select({ value: each.value, count: sql<number>`count(*)::int` })
    .from(each)
    .where(sql`${each.value} <> ''`)
    .groupBy(each.value)
    .orderBy(asc(sql`lower(${each.value})`), asc(each.value))
    .limit(MAX_VALUES);
};

/** Gives a value another name wherever it stands: all items or none, each with its version before in the history. */
const renameValue = (
  { collection, writer }: CollectionParts,
  viewer: Viewer,
  { key, from, to }: { key: string; from: string; to: string },
): Promise<number> => {
  const table = tableOf(collection);
  const column = columnOf(collection, key);
  const hasIt = isList(collection, key) ? sql`${from} = any(${column})` : eq(column, from);
  /** A list keeps its order, and the new name stands in it once. */
  const renamed = (value: unknown): unknown =>
    Array.isArray(value) ? [...new Set(value.map((each) => (each === from ? to : each)))] : to;
  return writer.inTransaction(async (tx) => {
    const items = await tx
      .select({ id: table.id, value: sql<unknown>`${column}` })
      .from(table)
      .where(hasIt)
      .orderBy(table.id)
      .for('update');
    for (const { id, value } of items)
      await writer.updateIn(tx, viewer, { id }, { [key]: renamed(value) });
    return items.length;
  });
};

const TAG = {
  name: 'Values',
  description: 'Categories, markets and other words that editors choose freely.',
};

const used = z.object({ value: z.string(), count: z.int() }).meta({ id: 'UsedValue' });

export const mountValues = (api: Api, { content, connection: { db } }: AppParts) => {
  const place = z.object({
    collection: z.string().meta({ enum: content.registry.map(({ name }) => name) }),
    field: z.string(),
  });

  const findField = ({ collection: name, field: key }: z.output<typeof place>) => {
    const collection = content.registry.find((each) => each.name === name);
    const entry = collection && fieldEntries(collection).find(([each]) => each === key);
    if (!collection || !entry?.[1].suggests) throw notFound('Field');
    return { collection, key, field: entry[1] };
  };

  return [
    endpoint(api, {
      method: 'get',
      id: 'listValues',
      path: '/api/values',
      tag: TAG,
      summary: 'What a field holds in all items, drafts included, with how many have it',
      access: 'viewer',
      query: place,
      response: z.array(used),
      failures: { 404: 'No such field, or not one that is filled freely' },
      handle: ({ query }) => {
        const { collection, key } = findField(query);
        return listValues(db, collection, key);
      },
    }),
    endpoint(api, {
      method: 'post',
      id: 'renameValue',
      path: '/api/values/rename',
      tag: TAG,
      summary: 'Give a value another name in every item that has it, or in none',
      access: 'publisher',
      body: z.strictObject({
        ...place.shape,
        from: z.string().min(1),
        to: z.string().trim().min(1),
      }),
      response: z.object({ renamedCount: z.int() }).meta({ id: 'RenamedCount' }),
      examples: {
        body: {
          collection: 'vendors',
          field: 'categories',
          from: 'Reporting',
          to: 'Consolidated reporting',
        },
      },
      failures: { 404: 'No such field, or not one that is filled freely' },
      handle: async ({ viewer, body }) => {
        const { from, to } = body;
        const { collection, key, field } = findField(body);
        if (field.max !== undefined && to.length > field.max) {
          throw invalid({ to: `The new name is longer than ${field.max} characters` });
        }
        const parts = content.partsOf(collection);
        return { renamedCount: await renameValue(parts, viewer, { key, from, to }) };
      },
    }),
  ];
};
