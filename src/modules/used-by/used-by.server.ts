import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type AnyItem, type Collection, fieldEntries, slugFieldOf } from '#kit/collection.ts';
import { type Field, labelOf } from '#kit/fields.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';

/** An item that would miss another one, and where it names it. */
export interface Use {
  collection: string;
  id: number;
  title: string;
  fields: string[];
}

interface Sought {
  collection: Collection;
  id: number;
  title: string;
  slug: string | undefined;
  /** The start of its address; undefined for what has no page. */
  publicPath: string | undefined;
}

const MAX_PER_COLLECTION = 50;

/** Hubs call a type by its singular: 'services' is 'service' there. */
const namesOf = ({ name }: Collection) => [name, name.replace(/s$/, '')];

const linksTo = (column: PgColumn, { slug, publicPath }: Sought): SQL | undefined => {
  if (slug === undefined || publicPath === undefined) return undefined;
  // Below the root an address has nothing before it that would tell it from the end of another.
  const start = publicPath === '' ? '(^|[^a-z0-9/-])' : '';
  return sql`${column}::text ~ ${`${start}${publicPath}/${slug}(?![a-z0-9/-])`}`;
};

/** A record inside a structured field that names a type and a slug. */
const listsIt = (column: PgColumn, { collection, slug }: Sought): SQL | undefined => {
  if (slug === undefined) return undefined;
  const [name, singular] = namesOf(collection);
  return sql`jsonb_path_exists(${column}::jsonb, '$[*] ? (@.slug == $slug && (@.type == $name || @.type == $singular))', jsonb_build_object('slug', ${slug}::text, 'name', ${name}::text, 'singular', ${singular}::text))`;
};

const namesIt = (column: PgColumn, field: Field, sought: Sought): SQL | undefined => {
  const isOfIt = field.to === sought.collection.name;
  switch (field.kind) {
    case 'reference':
      return isOfIt ? eq(column, sought.id) : undefined;
    case 'references':
      return isOfIt ? sql`${sought.id} = any(${column})` : undefined;
    case 'list':
      return isOfIt
        ? sql`${column} && ${sql.param([sought.slug ?? '', sought.title])}::text[]`
        : undefined;
    case 'json':
      return or(linksTo(column, sought), listsIt(column, sought));
    case 'text':
    case 'markdown':
    case 'link':
      return linksTo(column, sought);
    default:
      return undefined;
  }
};

/** A hub belongs to the page of one item, which it names by type and slug. */
const belongsTo = (user: Collection, sought: Sought): SQL | undefined => {
  if (sought.slug === undefined) return undefined;
  return and(
    eq(columnOf(user, 'pageSlug'), sought.slug),
    sql`${columnOf(user, 'pageType')} = any(${sql.param(namesOf(sought.collection))}::text[])`,
  );
};

const findIn = async (db: Executor, user: Collection, sought: Sought): Promise<Use[]> => {
  const table = tableOf(user);
  const hits: Record<string, SQL> = {};
  for (const [key, field] of fieldEntries(user)) {
    if (field.server) continue;
    const hit =
      key === 'pageSlug' ? belongsTo(user, sought) : namesIt(columnOf(user, key), field, sought);
    if (hit) hits[key] = sql`coalesce(${hit}, false)`;
  }
  if (Object.keys(hits).length === 0) return [];
  const isItself = user.name === sought.collection.name ? ne(table.id, sought.id) : undefined;
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

/** Everything that links to an item, lists it or stands beside it. */
export const findUses = async (
  db: Executor,
  registry: readonly Collection[],
  { collection, item }: { collection: Collection; item: AnyItem },
): Promise<Use[]> => {
  const slugField = slugFieldOf(collection);
  const sought: Sought = {
    collection,
    id: item.id,
    title: String(item[collection.title] ?? ''),
    slug: slugField ? String(item[slugField]) : undefined,
    publicPath: collection.publicPath,
  };
  const found = await Promise.all(registry.map((user) => findIn(db, user, sought)));
  return found.flat();
};
