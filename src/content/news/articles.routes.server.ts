import { and, asc, count, desc, isNotNull, ne, sql } from 'drizzle-orm';
import * as z from 'zod';
import { documentOf } from '#kit/document.ts';
import { responsesOf } from '#kit/responses.ts';
import { tableOf } from '#kit/table.server.ts';
import { seoResult } from '#modules/seo-generation/seo.routes.server.ts';
import { generateSeo } from '#modules/seo-generation/seo.server.ts';
import { batchWrites } from '#platform/db/append.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { orNotFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Desk } from './desk.server.ts';
import { NEWS_STATUSES, news } from './news.collection.ts';
import { findStories } from './stories.server.ts';
import { titleOf } from './title-of.ts';

const MAX_SOURCES = 200;
const DELETED_AT_ONCE = 500;

const table = tableOf(news);
const { item: article } = responsesOf(news);
const base = { tag: documentOf(news).tag, access: 'editor' } as const;
const read = { ...base, method: 'get', access: 'viewer' } as const;

const source = z.array(z.object({ name: z.string(), waiting: z.int() }).meta({ id: 'Source' }));
const told = z.object({
  id: z.int(),
  title: z.string(),
  publisher: z.string().nullable(),
  status: z.enum(NEWS_STATUSES),
});
const story = z.object({ id: z.int(), others: z.array(told) }).meta({ id: 'Story' });
const ids = z
  .string()
  .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,49}$/, 'Up to 50 ids, with commas between them')
  .meta({ example: '12,15' });

/** Where articles that are not published came from, the busiest first. */
const countBy = (db: Executor, name: typeof table.originalFeed) => {
  const waiting = count();
  return db
    .select({ name: sql<string>`${name}`, waiting })
    .from(table)
    .where(and(isNotNull(name), ne(name, ''), ne(table.status, 'published')))
    .groupBy(name)
    .orderBy(desc(waiting), name)
    .limit(MAX_SOURCES);
};

interface SeoQuestion {
  id: number;
  targetKeyphrase?: string | undefined;
  preview: 'true' | 'false';
}

/** Makes an article's meta texts and, unless they are only to be looked at, stores them; a meanwhile edit is kept. */
const generateArticleSeo = async (desk: Desk, viewer: Viewer, asked: SeoQuestion) => {
  const { id, targetKeyphrase, preview } = asked;
  const found = orNotFound(await desk.news.reader.byId(viewer, id), 'Article');
  const seo = await generateSeo(desk, viewer, {
    collection: 'news',
    id,
    title: titleOf(found),
    content: found.rewrittenContent || found.originalContent,
    slug: found.slug,
    imageAlt: found.imageUrl ? (found.imageAlt ?? '') : undefined,
    targetKeyphrase,
  });
  if (preview === 'true') return { ...seo, article: found };
  const { metaTitle, metaDescription } = seo;
  const target = { id, version: found.version };
  const saved = await desk.news.writer.update(viewer, target, { metaTitle, metaDescription });
  return { ...seo, article: saved };
};

/** Moves everything that is not published to the trash: all of it, or nothing. */
const deleteUnpublished = ({ writer }: Desk['news'], viewer: Viewer): Promise<number> =>
  writer.inTransaction(async (tx) => {
    let deleted = 0;
    for (let found = DELETED_AT_ONCE; found === DELETED_AT_ONCE; deleted += found) {
      const items = await tx
        .select()
        .from(table)
        .where(ne(table.status, 'published'))
        .orderBy(asc(table.id))
        .limit(DELETED_AT_ONCE)
        .for('update');
      await batchWrites(tx, async () => {
        for (const item of items) await writer.removeHeldIn(tx, viewer, item);
      });
      found = items.length;
    }
    return deleted;
  });

/** The calls of the desk on many articles at once. */
export const mountArticles = (api: Api, desk: Desk) => {
  return [
    endpoint(api, {
      ...read,
      id: 'listSources',
      path: '/api/news/sources',
      summary:
        'Feeds and publishers of articles that are not published, with how many there are of each',
      response: z.object({ feeds: source, publishers: source }).meta({ id: 'Sources' }),
      handle: async () => ({
        feeds: await countBy(desk.db, table.originalFeed),
        publishers: await countBy(desk.db, table.originalPublisher),
      }),
    }),
    endpoint(api, {
      ...read,
      id: 'listStories',
      path: '/api/news/stories',
      summary: 'Of these articles, those whose story others tell too: by address, title or text',
      query: z.object({ ids }),
      response: z.array(story),
      handle: ({ query }) => findStories(desk.db, query.ids.split(',').map(Number)),
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'publishArticle',
      access: 'publisher',
      path: '/api/news/{id}/publish',
      summary: 'Publish an article; a near-copy of its source only with `confirm=true`',
      params: idParam,
      query: z.object({ confirm: z.enum(['true', 'false']).default('false') }),
      response: article,
      isVersioned: true,
      failures: { 404: 'Not there', 409: 'Too close to the original' },
      handle: ({ params: { id }, query: { confirm }, viewer, version }) => {
        const target = { id, version, isConfirmed: confirm === 'true' };
        return desk.news.writer.update(viewer, target, { status: 'published' });
      },
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'generateArticleSeo',
      path: '/api/news/{id}/generate-seo',
      summary: 'Make the meta title and description of an article; stored unless `preview=true`',
      params: idParam,
      query: z.object({
        targetKeyphrase: z.string().max(255).optional(),
        preview: z.enum(['true', 'false']).default('false'),
      }),
      response: seoResult.extend({ article }).meta({ id: 'ArticleSeo' }),
      failures: { 404: 'Not there', 412: 'Changed meanwhile', 502: 'The AI service failed' },
      handle: ({ params, query, viewer }) =>
        generateArticleSeo(desk, viewer, { ...params, ...query }),
    }),
    endpoint(api, {
      ...base,
      method: 'delete',
      id: 'deleteUnpublishedArticles',
      access: 'publisher',
      path: '/api/news/bulk/unpublished',
      summary: 'Move every article that is not published to the trash',
      response: z.object({ deletedCount: z.int() }).meta({ id: 'DeletedCount' }),
      handle: async ({ viewer }) => ({ deletedCount: await deleteUnpublished(desk.news, viewer) }),
    }),
  ];
};
