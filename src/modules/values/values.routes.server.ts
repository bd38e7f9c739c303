import { asc, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { type Collection, fieldEntries } from '#kit/collection.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';

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

const TAG = {
  name: 'Values',
  description: 'Categories, markets and other words that editors choose freely.',
};

const used = z.object({ value: z.string(), count: z.int() }).meta({ id: 'UsedValue' });

export const mountValues = (api: Api, { content, connection: { db } }: AppParts) => {
  return [
    endpoint(api, {
      method: 'get',
      id: 'listValues',
      path: '/api/values',
      tag: TAG,
      summary: 'What a field holds in all items, drafts included, with how many have it',
      access: 'viewer',
      query: z.object({
        collection: z.string().meta({ enum: content.registry.map(({ name }) => name) }),
        field: z.string(),
      }),
      response: z.array(used),
      failures: { 404: 'No such field, or not one that is filled freely' },
      handle: ({ query }) => {
        const collection = content.registry.find(({ name }) => name === query.collection);
        const entry = collection && fieldEntries(collection).find(([key]) => key === query.field);
        if (!collection || !entry?.[1].suggests) throw notFound('Field');
        return listValues(db, collection, query.field);
      },
    }),
  ];
};
