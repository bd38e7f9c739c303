import * as z from 'zod';
import { widen } from '#kit/collection.ts';
import { itemSchema } from '#kit/validators.ts';
import { seoResult } from '#modules/seo-generation/seo.routes.server.ts';
import type { AppParts } from '#platform/app.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam, versionOf } from '#platform/http/list-query.ts';
import { generateArticleSeo } from './article-seo.server.ts';
import { deleteUnpublished } from './bulk-delete.server.ts';
import { createDesk, type Desk } from './desk.server.ts';
import { fetchFeeds } from './feeds/fetch-feeds.server.ts';
import { streamJob } from './jobs/job-stream.server.ts';
import type { Job } from './jobs/jobs.server.ts';
import { news } from './news.collection.ts';
import { publishArticle } from './publish.server.ts';
import { rewriteArticle } from './rewrite/rewrite.server.ts';

const article = itemSchema(widen(news));
const wait = z.object({
  wait: z
    .enum(['0', '1', 'true', 'false'])
    .default('0')
    .transform((value) => value === '1' || value === 'true'),
});
const jobEvent = z
  .looseObject({
    n: z.int(),
    step: z.string(),
    level: z.string(),
    message: z.string(),
    at: z.string(),
  })
  .meta({ id: 'JobEvent' });
const runningJob = z.object({
  startedBy: z.string().nullable(),
  startedAt: z.iso.datetime(),
  steps: z.array(jobEvent),
});
const base = { tag: 'News', access: 'session' } as const;

const tellRunning = ({ startedBy, startedAt, steps }: Job) => ({
  startedBy,
  startedAt: startedAt.toISOString(),
  steps,
});

const mountFeeds = (api: Api, desk: Desk) => {
  endpoint(
    api,
    {
      ...base,
      method: 'post',
      path: '/api/news/fetch-rss',
      summary: 'Read every feed and store new articles as drafts',
      answer: z.object({ saved: z.int(), errors: z.array(z.string()) }),
      failures: { 503: 'No feeds are set up' },
    },
    ({ viewer }) => fetchFeeds(desk, viewer),
  );

  endpoint(
    api,
    {
      ...base,
      method: 'get',
      path: '/api/news/fetch-rss',
      summary: 'The fetch that runs now, on any node; null when none does',
      answer: runningJob.nullable(),
    },
    async () => {
      const [job] = (await desk.jobs.running('fetch')).slice(-1);
      return job ? tellRunning(job) : null;
    },
  );

  endpoint(
    api,
    {
      ...base,
      method: 'get',
      path: '/api/news/fetch-rss/progress',
      summary: 'Server-sent events of the running fetch: `step` for each feed, then `end`',
      query: wait,
    },
    ({ c, query }) => streamJob(c, desk.jobs, { kind: 'fetch', wait: query.wait }),
  );
};

const mountRewrite = (api: Api, desk: Desk) => {
  endpoint(
    api,
    {
      ...base,
      method: 'get',
      path: '/api/news/rewrites',
      summary: 'Rewrites that run now, on any node',
      answer: z.array(runningJob.extend({ articleId: z.int(), title: z.string() })),
    },
    async () => {
      const running = await desk.jobs.running('rewrite');
      return running.map((job) => ({
        articleId: job.subject,
        title: job.title,
        ...tellRunning(job),
      }));
    },
  );

  endpoint(
    api,
    {
      ...base,
      method: 'post',
      path: '/api/news/{id}/rewrite',
      summary: 'Rewrite an article by the active style guide',
      params: idParam,
      answer: z.object({ message: z.string(), article, seo: seoResult, steps: z.array(jobEvent) }),
      failures: {
        404: 'Not there',
        409: 'Being rewritten already, published, or no active style guide',
        412: 'Changed meanwhile; nothing was overwritten',
        502: 'The AI service failed; the article is as it was',
        503: 'No AI service is set up',
      },
    },
    ({ params, viewer }) => rewriteArticle(desk, params.id, viewer),
  );

  endpoint(
    api,
    {
      ...base,
      method: 'get',
      path: '/api/news/{id}/rewrite/events',
      summary: 'Server-sent events of a rewrite: the steps so far, each further `step`, then `end`',
      params: idParam,
      query: wait,
    },
    ({ c, params, query }) =>
      streamJob(c, desk.jobs, { kind: 'rewrite', subject: params.id, wait: query.wait }),
  );

  endpoint(
    api,
    {
      ...base,
      method: 'get',
      path: '/api/news/{id}/source',
      summary: 'What the last rewrite worked from, to set beside the rewritten text',
      params: idParam,
      answer: z.object({ from: z.enum(['page', 'stored']), text: z.string(), html: z.string() }),
      failures: { 404: 'Not there' },
    },
    async ({ params, viewer }) => {
      const item = await desk.news.reader.byId(viewer, params.id);
      if (!item) throw notFound('Article');
      const job = await desk.jobs.latest('rewrite', params.id);
      const source = job?.source ?? { from: 'stored' as const, text: String(item.originalContent) };
      const options = { autoLink: false, ownSlug: undefined };
      return { ...source, html: await desk.news.text.render(source.text, options) };
    },
  );
};

const mountPublishing = (api: Api, desk: Desk) => {
  endpoint(
    api,
    {
      ...base,
      method: 'post',
      path: '/api/news/{id}/publish',
      summary: 'Publish an article; a near-copy of its source only with `confirm=true`',
      params: idParam,
      query: z.object({ confirm: z.enum(['true', 'false']).default('false') }),
      answer: article,
      failures: { 404: 'Not there', 409: 'Too close to the original', 412: 'Changed meanwhile' },
    },
    ({ c, params, query, viewer }) =>
      publishArticle(
        desk,
        {
          id: params.id,
          version: versionOf(c.req.header('if-match')),
          confirm: query.confirm === 'true',
        },
        viewer,
      ),
  );

  endpoint(
    api,
    {
      ...base,
      method: 'post',
      path: '/api/news/{id}/generate-seo',
      summary: 'Make and store the meta title and description of an article',
      params: idParam,
      query: z.object({ targetKeyphrase: z.string().max(255).optional() }),
      answer: seoResult.extend({ article }),
      failures: { 404: 'Not there', 412: 'Changed meanwhile', 502: 'The AI service failed' },
    },
    ({ params, query, viewer }) => generateArticleSeo(desk, { ...params, ...query }, viewer),
  );

  endpoint(
    api,
    {
      ...base,
      method: 'delete',
      path: '/api/news/bulk/unpublished',
      summary: 'Move every article that is not published to the trash',
      answer: z.object({ deletedCount: z.int() }),
    },
    async ({ viewer }) => ({ deletedCount: await deleteUnpublished(desk.news, viewer) }),
  );
};

/** The calls of the news desk; mounted before the collection's own, so that none is taken for a slug. */
export const mountNewsDesk = (api: Api, parts: AppParts) => {
  const desk = createDesk(parts);
  mountFeeds(api, desk);
  mountRewrite(api, desk);
  mountPublishing(api, desk);
};
