import { and, desc, or, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts, ContentSource } from '#kit/app-parts.server.ts';
import {
  type AnyItem,
  type Collection,
  fieldEntries,
  publicPathOf,
  slugFieldOf,
} from '#kit/collection.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import { PANEL } from '#modules/counts/panel.tag.ts';
import { itemDrafts } from '#modules/drafts/item-drafts.table.server.ts';
import { searchEntries } from '#modules/search/search.tables.server.ts';
import { wordsOf } from '#modules/search/words.ts';
import type { Database } from '#platform/db/database.server.ts';
import { mentions } from '#platform/db/mentions.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { stripMarks } from '#platform/text/excerpt.ts';
import { findPageItem } from './find-page-item.server.ts';

const MAX_PER_COLLECTION = 8;
const AROUND = 60;
const IN_DRAFT = 'In the draft that waits over it';

const SEARCHED = new Set(['text', 'markdown', 'list', 'slug', 'link']);

const searchedKeys = (collection: Collection) =>
  fieldEntries(collection).flatMap(([key, field]) =>
    SEARCHED.has(field.kind) && !field.derived ? [key] : [],
  );

/** The first text that has the words, cut around them. */
const excerptOf = (values: readonly unknown[], q: string): string => {
  const wanted = q.toLowerCase();
  const texts = values.map((value) => [value ?? ''].flat().join(' '));
  const text = texts.find((one) => one.toLowerCase().includes(wanted)) ?? '';
  const from = Math.max(0, text.toLowerCase().indexOf(wanted) - AROUND);
  return stripMarks(text.slice(from, from + q.length + 2 * AROUND).toWellFormed());
};

/** Whether the search table has the words of a field, when it has the item. */
const isIndexed = ({ fields, title }: Collection, key: string) => {
  const field = fields[key];
  if (!field || key === title) return false;
  if (field.kind === 'markdown') return true;
  const isShown = !field.editorsOnly && (field.tab ?? 'content') === 'content';
  return isShown && (field.kind === 'text' || field.kind === 'list');
};

/** Public items by the index of their words, the last of which may be half typed; drafts have no row there. */
const mayHave = (collection: Collection, q: string): SQL => {
  const { id } = tableOf(collection);
  const { itemId, words } = searchEntries;
  const listed = sql`select ${itemId} from ${searchEntries} where ${searchEntries.collection} = ${collection.name}`;
  const asked = wordsOf(q);
  const hasWords =
    asked.length === 0
      ? sql`false`
      : sql`${words} @@ to_tsquery('english', ${`${asked.join(' & ')}:*`})`;
  return sql`(${id} in (${listed} and ${hasWords}) or ${id} not in (${listed}))`;
};

const draftHas = (collection: Collection, q: string): SQL => {
  const isOfType = sql`${itemDrafts.collection} = ${collection.name}`;
  const text = sql`strpos(lower(${itemDrafts.fields}::text), lower(${q}))`;
  return sql`${tableOf(collection).id} in (select ${itemDrafts.itemId} from ${itemDrafts} where ${isOfType} and ${text} > 0)`;
};

/** Titles, addresses and other short texts are looked through as they are, whole pages with the help of an index. */
const hasIt = (collection: Collection, keys: readonly string[], q: string): SQL | undefined => {
  const says = (key: string) =>
    mentions(columnOf(collection, key), q, collection.fields[key]?.kind === 'list');
  const indexed = keys.filter((key) => isIndexed(collection, key));
  return or(
    draftHas(collection, q),
    ...keys.filter((key) => !indexed.includes(key)).map(says),
    indexed.length > 0 ? and(mayHave(collection, q), or(...indexed.map(says))) : undefined,
  );
};

interface DeskSearch {
  db: Database;
  content: ContentSource;
  q: string;
}

/** The excerpt has the words around the match, and is empty where the title has it. */
const findIn = async (collection: Collection, { db, content, q }: DeskSearch) => {
  const keys = searchedKeys(collection);
  // Without a condition every item would match.
  if (keys.length === 0) return [];
  const { table, visible } = content.partsOf(collection).reader;
  const title = columnOf(collection, collection.title);
  const named = keys.includes(collection.title) ? mentions(title, q, false) : sql`false`;
  const isNamed = sql<boolean>`coalesce(${named}, false)`;
  const isPublic = sql<boolean>`coalesce(${visible}, false)`;
  const rows = await db
    .select({ item: table, isNamed, isPublic })
    .from(table)
    .where(hasIt(collection, keys, q))
    .orderBy(desc(isNamed), desc(table.updatedAt))
    .limit(MAX_PER_COLLECTION);
  const others = keys.filter((key) => key !== collection.title);
  const slugField = slugFieldOf(collection);
  const hasPage = collection.publicPath !== undefined && slugField !== undefined;
  return rows.map(({ item, ...row }: { item: AnyItem; isNamed: boolean; isPublic: boolean }) => {
    const texts = others.map((key) => item[key]);
    return {
      collection: collection.name,
      id: item.id,
      title: String(item[collection.title] ?? ''),
      excerpt: row.isNamed ? '' : excerptOf(texts, q) || IN_DRAFT,
      path: hasPage ? publicPathOf(collection, String(item[slugField])) : null,
      isPublic: row.isPublic,
    };
  });
};

/** Items of every type, drafts included, by any of their words; those named so come first. */
const findItems = async (search: DeskSearch) => {
  const found = await Promise.all(
    search.content.registry.map((collection) => findIn(collection, search)),
  );
  return found.flat().sort((a, b) => Number(a.excerpt !== '') - Number(b.excerpt !== ''));
};

const found = z
  .object({
    collection: z.string(),
    id: z.int(),
    title: z.string(),
    excerpt: z.string(),
    path: z.string().nullable(),
    isPublic: z.boolean(),
  })
  .meta({ id: 'FoundItem' });

const address = z.string().max(1000);
const many = z.union([address, z.array(address).max(100)]).transform((value) => [value].flat());

/** For Ctrl-K, and for the inner links of a text that is being written. */
export const mountDeskSearch = (api: Api, { content, connection: { db } }: AppParts) => [
  endpoint(api, {
    method: 'get',
    id: 'findItems',
    path: '/api/desk-search',
    tag: PANEL,
    summary: 'Items of every type by their words, drafts included',
    access: 'viewer',
    query: z.object({ q: z.string().trim().min(2).max(100) }),
    response: z.array(found),
    handle: ({ query: { q } }) => findItems({ db, content, q }),
  }),
  endpoint(api, {
    method: 'get',
    id: 'findPageItem',
    path: '/api/desk-search/page',
    tag: PANEL,
    summary: 'The item whose public page stands at a path, drafts included',
    access: 'viewer',
    query: z.object({ path: address }),
    response: z
      .object({
        item: z.object({ collection: z.string(), id: z.int(), label: z.string() }).nullable(),
      })
      .meta({ id: 'PageItem' }),
    handle: async ({ query: { path }, viewer }) => ({
      item: await findPageItem(content, viewer, path),
    }),
  }),
  endpoint(api, {
    method: 'get',
    id: 'checkLinks',
    path: '/api/link-targets',
    tag: PANEL,
    summary: 'Which of these addresses of the site have no public page',
    access: 'viewer',
    query: z.object({ path: many }),
    response: z.object({ broken: z.array(z.string()) }).meta({ id: 'LinkTargets' }),
    handle: async ({ query: { path } }) => ({
      broken: [...(await content.closedPaths(db, path))],
    }),
  }),
];
