import { asc, ne } from 'drizzle-orm';
import * as z from 'zod';
import { documentOf } from '#kit/document.ts';
import { responsesOf } from '#kit/responses.ts';
import { tableOf } from '#kit/table.server.ts';
import { seoResult } from '#modules/seo-generation/seo.routes.server.ts';
import { generateSeo } from '#modules/seo-generation/seo.server.ts';
import { orNotFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Desk } from './desk.server.ts';
import { news } from './news.collection.ts';
import { titleOf } from './title-of.ts';

const DELETED_AT_ONCE = 500;

const table = tableOf(news);
const { item: article } = responsesOf(news);
const base = { tag: documentOf(news).tag, access: 'editor' } as const;

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
  const { writer } = desk.news;
  const saved = await writer.inTransaction((tx) =>
    writer.update(tx, viewer, target, { metaTitle, metaDescription }),
  );
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
      for (const item of items) await writer.remove(tx, viewer, item);
      found = items.length;
    }
    return deleted;
  });

/** The calls of the desk on many articles at once. */
export const mountArticles = (api: Api, desk: Desk) => {
  return [
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
        const { writer } = desk.news;
        const how = { isConfirmed: confirm === 'true' };
        return writer.inTransaction((tx) =>
          writer.update(tx, viewer, { id, version }, { status: 'published' }, how),
        );
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
