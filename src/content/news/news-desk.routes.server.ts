import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { documentOf } from '#kit/document.ts';
import { responsesOf } from '#kit/responses.ts';
import { seoResult } from '#modules/seo-generation/seo.routes.server.ts';
import { orNotFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { mountArticles } from './articles.routes.server.ts';
import { createDesk, type Desk } from './desk.server.ts';
import { fetchFeeds } from './feeds/fetch-feeds.server.ts';
import { jobEvent } from './jobs/job-event.ts';
import { streamJob } from './jobs/job-stream.server.ts';
import type { Job } from './jobs/jobs.server.ts';
import { news } from './news.collection.ts';
import { rewriteArticle } from './rewrite/rewrite.server.ts';

const { item: article } = responsesOf(news);
const wait = z.object({
  wait: z
    .enum(['0', '1', 'true', 'false'])
    .default('0')
    .transform((value) => value === '1' || value === 'true'),
});
const runningJob = z
  .object({
    startedBy: z.string().nullable(),
    startedAt: z.iso.datetime(),
    steps: z.array(jobEvent),
  })
  .meta({ id: 'RunningJob' });
const base = { tag: documentOf(news).tag, access: 'editor' } as const;
const read = { ...base, method: 'get', access: 'viewer' } as const;

const tellRunning = ({ startedBy, startedAt, steps }: Job) => ({
  startedBy,
  startedAt: startedAt.toISOString(),
  steps,
});

const mountFeeds = (api: Api, desk: Desk) => {
  return [
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'fetchFeeds',
      path: '/api/news/fetch-rss',
      summary: 'Read every feed and store new articles as drafts',
      response: z
        .object({ saved: z.int(), errors: z.array(z.string()) })
        .meta({ id: 'FetchSummary' }),
      failures: { 503: 'No feeds are set up' },
      handle: async ({ viewer }) => {
        const { saved, errors } = await fetchFeeds(desk, viewer);
        return { saved, errors };
      },
    }),
    endpoint(api, {
      ...read,
      id: 'getRunningFetch',
      path: '/api/news/fetch-rss',
      summary: 'The fetch that runs now, on any node; null when none does',
      response: runningJob.nullable(),
      handle: async () => {
        const [job] = (await desk.jobs.running('fetch')).slice(-1);
        return job ? tellRunning(job) : null;
      },
    }),
    endpoint(api, {
      ...read,
      id: 'streamFetch',
      path: '/api/news/fetch-rss/progress',
      summary: 'Server-sent events of the running fetch: `step` for each feed, then `end`',
      query: wait,
      mediaType: 'text/event-stream',
      handle: ({ c, query }) => streamJob(c, desk.jobs, { kind: 'fetch', wait: query.wait }),
    }),
    endpoint(api, {
      ...read,
      id: 'getLastFetch',
      path: '/api/news/fetch-rss/last',
      summary: 'How the last fetch ended, feed by feed where one failed; null before the first',
      response: z
        .object({ finishedAt: z.iso.datetime(), saved: z.int(), problems: z.array(z.string()) })
        .meta({ id: 'LastFetch' })
        .nullable(),
      handle: async () => {
        const job = await desk.jobs.latest('fetch');
        if (!job?.finishedAt) return null;
        const end = job.steps.at(-1);
        const problems = end?.problems ?? (end?.level === 'error' ? [end.message] : []);
        return { finishedAt: job.finishedAt.toISOString(), saved: end?.saved ?? 0, problems };
      },
    }),
  ];
};

const mountRewrite = (api: Api, desk: Desk) => {
  return [
    endpoint(api, {
      ...read,
      id: 'listRunningRewrites',
      path: '/api/news/rewrites',
      summary: 'Rewrites that run now, on any node',
      response: z.array(
        runningJob.extend({ articleId: z.int(), title: z.string() }).meta({ id: 'RunningRewrite' }),
      ),
      handle: async () => {
        const running = await desk.jobs.running('rewrite');
        return running.map((job) => ({
          articleId: job.subject,
          title: job.title,
          ...tellRunning(job),
        }));
      },
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'rewriteArticle',
      path: '/api/news/{id}/rewrite',
      summary: 'Rewrite an article by the active style guide',
      params: idParam,
      response: z
        .object({ message: z.string(), article, seo: seoResult, steps: z.array(jobEvent) })
        .meta({ id: 'Rewrite' }),
      failures: {
        404: 'Not there',
        409: 'Being rewritten already, published, or no active style guide',
        412: 'Changed meanwhile; nothing was overwritten',
        429: 'Too many AI tasks under way, of this user or of all',
        502: 'The AI service failed; the article is as it was',
        503: 'No AI service is set up',
      },
      handle: ({ params, viewer }) => rewriteArticle(desk, params.id, viewer),
    }),
    endpoint(api, {
      ...read,
      id: 'streamRewrite',
      path: '/api/news/{id}/rewrite/events',
      summary: 'Server-sent events of a rewrite: the steps so far, each further `step`, then `end`',
      params: idParam,
      query: wait,
      mediaType: 'text/event-stream',
      handle: ({ c, params, query }) =>
        streamJob(c, desk.jobs, { kind: 'rewrite', subject: params.id, wait: query.wait }),
    }),
    endpoint(api, {
      ...read,
      id: 'getRewriteSource',
      path: '/api/news/{id}/source',
      summary: 'What the last rewrite worked from, to set beside the rewritten text',
      params: idParam,
      response: z
        .object({ from: z.enum(['page', 'stored']), text: z.string(), html: z.string() })
        .meta({ id: 'RewriteSource' }),
      failures: { 404: 'Not there' },
      handle: async ({ params, viewer }) => {
        const item = orNotFound(await desk.news.reader.byId(viewer, params.id), 'Article');
        const job = await desk.jobs.latest('rewrite', params.id);
        const source = job?.source ?? { from: 'stored' as const, text: item.originalContent };
        const options = { autoLink: false };
        return { ...source, html: await desk.news.text.render(source.text, options) };
      },
    }),
  ];
};

/** The calls of the news desk; mounted before the collection's own, so that none is taken for a slug. */
export const mountNewsDesk = (api: Api, parts: AppParts) => {
  const desk = createDesk(parts);
  return [...mountFeeds(api, desk), ...mountArticles(api, desk), ...mountRewrite(api, desk)];
};
