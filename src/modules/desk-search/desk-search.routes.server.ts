import { desc, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import * as z from 'zod';
import type { AppParts, ContentSource } from '#kit/app-parts.server.ts';
import {
  type AnyItem,
  type Collection,
  fieldEntries,
  publicPathOf,
  slugFieldOf,
} from '#kit/collection.ts';
import { columnOf } from '#kit/table.server.ts';
import { PANEL } from '#modules/counts/panel.tag.ts';
import { itemDrafts } from '#modules/drafts/item-drafts.table.server.ts';
import type { FoundItem, SearchIndex } from '#modules/search/search-index.server.ts';
import { stemOf } from '#modules/search/stem.ts';
import { wordsOf } from '#modules/search/words.ts';
import type { Database } from '#platform/db/database.server.ts';
import { mentions } from '#platform/db/mentions.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { stripMarks } from '#platform/text/excerpt.ts';
import { findPageItem } from './find-page-item.server.ts';

const MAX_PER_COLLECTION = 8;
/** Items without a page, such as lines of evidence, are many and say the same words. */
const MAX_WITHOUT_PAGE = 3;
const AROUND = 60;
const IN_DRAFT = 'In the draft that waits over it';

const SEARCHED = new Set(['text', 'markdown', 'list', 'slug', 'link']);

const searchedKeys = (collection: Collection) =>
  fieldEntries(collection).flatMap(([key, field]) =>
    SEARCHED.has(field.kind) && !field.derived ? [key] : [],
  );

const cutAround = (text: string, words: string): string => {
  const from = Math.max(0, text.toLowerCase().indexOf(words) - AROUND);
  return stripMarks(text.slice(from, from + words.length + 2 * AROUND).toWellFormed());
};

/** The first text that has the words next to each other, or else somewhere, cut around them. */
const excerptOf = (values: readonly unknown[], q: string): string => {
  const texts = values.map((value) => [value ?? ''].flat().join(' '));
  const stems = wordsOf(q).map(stemOf);
  for (const words of [[q.toLowerCase()], stems]) {
    const text = texts.find((one) => words.every((word) => one.toLowerCase().includes(word)));
    if (text) return cutAround(text, words[0] ?? '');
  }
  return '';
};

interface DeskSearch {
  db: Database;
  content: ContentSource;
  q: string;
}

interface Row {
  item: AnyItem;
  isNamed: boolean;
  isPublic: boolean;
  hasDraft: boolean;
}

const draftsOf = (collection: Collection, id: AnyPgColumn, more: SQL = sql`true`) =>
  sql`exists (select from ${itemDrafts} where ${itemDrafts.collection} = ${collection.name}
    and ${itemDrafts.itemId} = ${id} and ${more})`;

/** Items without a page have short texts, which are looked through as they are. */
const mentioning = (collection: Collection, id: AnyPgColumn, q: string) => {
  const keys = searchedKeys(collection);
  const inDraft = sql`strpos(lower(${itemDrafts.fields}::text), lower(${q})) > 0`;
  const says = (key: string) =>
    mentions(columnOf(collection, key), q, collection.fields[key]?.kind === 'list');
  const { title } = collection;
  return {
    condition: or(draftsOf(collection, id, inDraft), ...keys.map(says)),
    named: keys.includes(title) ? says(title) : sql`false`,
  };
};

const among = (id: AnyPgColumn, items: readonly FoundItem[]) => {
  const best = items.slice(0, MAX_PER_COLLECTION);
  const named = best.filter(({ isNamed }) => isNamed);
  return {
    condition: inArray(
      id,
      best.map((item) => item.id),
    ),
    named: inArray(
      id,
      named.map((item) => item.id),
    ),
  };
};

/** Items of one type, out of those that the index found or by their texts; the excerpt is empty where the title has the words. */
const findIn = async (
  collection: Collection,
  inIndex: readonly FoundItem[] | undefined,
  { db, content, q }: DeskSearch,
) => {
  const keys = searchedKeys(collection);
  const slugField = slugFieldOf(collection);
  const hasPage = collection.publicPath !== undefined && slugField !== undefined;
  // Without a condition every item would match.
  if (keys.length === 0) return [];
  const { table, visible } = content.partsOf(collection).reader;
  const { condition, named } = inIndex
    ? among(table.id, inIndex)
    : mentioning(collection, table.id, q);
  const isNamed = sql<boolean>`coalesce(${named}, false)`;
  const isPublic = sql<boolean>`coalesce(${visible}, false)`;
  const hasDraft = sql<boolean>`${draftsOf(collection, table.id)}`;
  const rows = await db
    .select({ item: table, isNamed, isPublic, hasDraft })
    .from(table)
    .where(condition)
    .orderBy(desc(isNamed), desc(table.updatedAt))
    .limit(hasPage ? MAX_PER_COLLECTION : MAX_WITHOUT_PAGE);
  const others = keys.filter((key) => key !== collection.title);
  return rows.map(({ item, ...row }: Row) => {
    const texts = others.map((key) => item[key]);
    return {
      collection: collection.name,
      id: item.id,
      title: String(item[collection.title] ?? ''),
      excerpt: row.isNamed ? '' : excerptOf(texts, q) || (row.hasDraft ? IN_DRAFT : ''),
      path: hasPage ? publicPathOf(collection, String(item[slugField])) : null,
      isPublic: row.isPublic,
      isNamed: row.isNamed,
    };
  });
};

/** Items of every type, drafts included, by any of their words; those named so come first. */
const findItems = async (search: DeskSearch, index: SearchIndex) => {
  const inIndex = await index.itemsHaving(search.q);
  const found = await Promise.all(
    search.content.registry.map((collection) =>
      findIn(
        collection,
        index.has(collection) ? (inIndex.get(collection.name) ?? []) : undefined,
        search,
      ),
    ),
  );
  return found
    .flat()
    .sort(
      (a, b) =>
        Number(b.isNamed) - Number(a.isNamed) || Number(b.path !== null) - Number(a.path !== null),
    )
    .map(({ isNamed: _, ...item }) => item);
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
export const mountDeskSearch = (
  api: Api,
  { content, connection: { db } }: AppParts,
  index: SearchIndex,
) => [
  endpoint(api, {
    method: 'get',
    id: 'findItems',
    path: '/api/desk-search',
    tag: PANEL,
    summary: 'Items of every type by their words, drafts included',
    access: 'viewer',
    query: z.object({ q: z.string().trim().min(2).max(100) }),
    response: z.array(found),
    handle: ({ query: { q } }) => findItems({ db, content, q }, index),
  }),
  endpoint(api, {
    method: 'get',
    id: 'findPageItem',
    path: '/api/desk-search/page',
    tag: PANEL,
    summary: 'The item whose public page is at a path, drafts included',
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
