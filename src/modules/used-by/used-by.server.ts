import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { type AnyItem, type Collection, fieldEntries, slugFieldOf } from '#kit/collection.ts';
import { type Field, labelOf } from '#kit/fields.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import { createItemCalls } from '#modules/item-calls.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';

/** An item that would miss another one, and where it names it. */
const use = z
  .object({
    collection: z.string(),
    id: z.int(),
    title: z.string(),
    fields: z.array(z.string()),
  })
  .meta({ id: 'Use' });

type Use = z.output<typeof use>;

interface Target {
  collection: Collection;
  id: number;
  title: string;
  slug: string | undefined;
  /** The start of its address; undefined without a page. */
  publicPath: string | undefined;
}

const MAX_PER_COLLECTION = 50;

const linksTo = (column: PgColumn, { slug, publicPath, collection }: Target): SQL | undefined => {
  if (slug === undefined || publicPath === undefined) return undefined;
  // Below the root an address has nothing before it that would tell it from the end of another.
  const start = publicPath === '' ? '(^|[^a-z0-9/-])' : '';
  const card = collection.inText ? `|:::${collection.inText}[ \\t]+${slug}(?![a-z0-9-])` : '';
  return sql`${column}::text ~ ${`${start}${publicPath}/${slug}(?![a-z0-9/-])${card}`}`;
};

const namesIt = (column: PgColumn, field: Field, target: Target): SQL | undefined => {
  const isOfIt = field.to === target.collection.name;
  switch (field.kind) {
    case 'reference':
      return isOfIt ? eq(column, target.id) : undefined;
    case 'references':
      return isOfIt ? sql`${target.id} = any(${column})` : undefined;
    case 'list':
      return isOfIt
        ? sql`${column} && ${sql.param([target.slug ?? '', target.title])}::text[]`
        : undefined;
    case 'json':
    case 'text':
    case 'markdown':
    case 'link':
      return linksTo(column, target);
    default:
      return undefined;
  }
};

/** A text that is the slug, or records inside a structured field, with the type beside it. */
const namesBySlug = (user: Collection, key: string, target: Target): SQL | undefined => {
  const { slug, collection } = target;
  const { kind, namesBySlug: names } = user.fields[key] ?? {};
  const [type] =
    Object.entries(names?.collections ?? {}).find(([, name]) => name === collection.name) ?? [];
  if (!names || slug === undefined || type === undefined) return undefined;
  const column = columnOf(user, key);
  if (kind !== 'json') return and(eq(column, slug), eq(columnOf(user, names.typeIn), type));
  return sql`${column}::jsonb @> ${JSON.stringify([{ [names.typeIn]: type, slug }])}::jsonb`;
};

const findIn = async (db: Executor, user: Collection, target: Target): Promise<Use[]> => {
  const table = tableOf(user);
  const hits: Record<string, SQL> = {};
  for (const [key, field] of fieldEntries(user)) {
    if (field.server) continue;
    const hit = or(namesIt(columnOf(user, key), field, target), namesBySlug(user, key, target));
    if (hit) hits[key] = sql`coalesce(${hit}, false)`;
  }
  if (Object.keys(hits).length === 0) return [];
  const isItself = user.name === target.collection.name ? ne(table.id, target.id) : undefined;
  const rows = await db
    .select({
      id: table.id,
      title: sql<string>`${columnOf(user, user.title)}`,
      hits: sql<boolean[]>`array[${sql.join(Object.values(hits), sql`, `)}]`,
    })
    .from(table)
    .where(and(isItself, or(...Object.values(hits))))
    .orderBy(table.id)
    .limit(MAX_PER_COLLECTION);
  const labels = Object.keys(hits).map((key) => labelOf(key, user.fields[key]));
  return rows.map(({ id, title, hits: found }) => ({
    collection: user.name,
    id,
    title,
    fields: labels.filter((_, at) => found[at]),
  }));
};

/** Everything that links to an item, lists it or is shown beside it. */
const findUses = async (
  db: Executor,
  registry: readonly Collection[],
  { collection, item }: { collection: Collection; item: AnyItem },
): Promise<Use[]> => {
  const slugField = slugFieldOf(collection);
  const slug = slugField ? String(item[slugField]) : undefined;
  const table = tableOf(collection);
  const isSame = slugField && and(eq(columnOf(collection, slugField), slug), ne(table.id, item.id));
  // An address that another item has by now leads to that one.
  const isTaken = isSame && (await db.$count(table, isSame)) > 0;
  const target: Target = {
    collection,
    id: item.id,
    title: String(item[collection.title] ?? ''),
    slug: isTaken ? undefined : slug,
    publicPath: collection.publicPath,
  };
  const found: Use[] = [];
  // One after the other: inside a transaction there is one connection.
  for (const user of registry) found.push(...(await findIn(db, user, target)));
  return found;
};

const USES = {
  name: 'Uses',
  description: 'What links to an item, lists it or is shown beside it.',
};

/** Read before an item is deleted or unpublished. */
export const mountUsedBy = (
  api: Api,
  { connection: { db }, content: { registry, partsOf } }: AppParts,
) => {
  const items = createItemCalls(registry, partsOf);
  return [
    endpoint(api, {
      method: 'get',
      path: '/api/{collection}/{id}/used-by',
      id: 'listUses',
      tag: USES,
      summary: 'What links to an item, lists it or is shown beside it',
      access: 'viewer',
      // It names items of every type.
      tokens: false,
      params: items.params,
      response: z.array(use),
      failures: { 404: 'Not there' },
      handle: async ({ params, viewer }) =>
        findUses(db, registry, await items.findItem(params, viewer)),
    }),
  ];
};
