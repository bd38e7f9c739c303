import { sql } from 'drizzle-orm';
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

/** Values of a freely filled field, drafts included, in alphabetical order. */
const listValues = async (db: Database, collection: Collection, key: string) => {
  const column = columnOf(collection, key);
  const value = isList(collection, key) ? sql`unnest(${column})` : column;
  const { rows } = await db.execute<{ value: string }>(sql`
    select value from (select distinct ${value} as value from ${tableOf(collection)}) used
    where value <> '' order by lower(value), value limit ${MAX_VALUES}`);
  return rows.map((row) => row.value);
};

const TAG = {
  name: 'Values',
  description: 'Categories, markets and other words that editors choose freely.',
};

export const mountValues = (api: Api, { content, connection: { db } }: AppParts) => {
  return [
    endpoint(api, {
      method: 'get',
      id: 'listValues',
      path: '/api/values',
      tag: TAG,
      summary: 'What a field holds in all items, drafts included',
      access: 'viewer',
      query: z.object({
        collection: z.string().meta({ enum: content.registry.map(({ name }) => name) }),
        field: z.string(),
      }),
      response: z.array(z.string()),
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
