import type { Context } from 'hono';
import * as z from 'zod';
import type { AppParts } from '#platform/app.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { createFeed } from './feed.server.ts';
import { createLlmsText } from './llms.server.ts';
import { robotsText } from './robots.ts';
import { createSitemap } from './sitemap.server.ts';

const XML = 'application/xml; charset=utf-8';
const RSS = 'application/rss+xml; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

const send = (c: Context<Env>, type: string, body: string) =>
  c.body(body, 200, { 'Content-Type': type });

/** What search engines, feed readers and other programs look for at fixed addresses. */
export const mountDiscovery = (api: Api, parts: AppParts) => {
  const sitemap = createSitemap(parts);
  const writeFeed = createFeed(parts);
  const writeLlms = createLlmsText(parts);
  const base = { method: 'get', tag: 'Discovery', access: 'public' } as const;

  endpoint(
    api,
    { ...base, path: '/sitemap.xml', summary: 'Index of the sitemaps' },
    async ({ c }) => send(c, XML, await sitemap.index()),
  );
  endpoint(
    api,
    {
      ...base,
      path: '/sitemaps/{file}',
      summary: 'Up to 50,000 public addresses, as {type}-{number}.xml',
      params: z.object({ file: z.string().max(100) }),
      failures: { 404: 'No such sitemap' },
    },
    async ({ c, params }) => {
      const xml = await sitemap.file(params.file);
      if (xml === null) throw notFound('Sitemap');
      return send(c, XML, xml);
    },
  );
  endpoint(api, { ...base, path: '/robots.txt', summary: 'What crawlers may visit' }, ({ c }) =>
    send(c, TEXT, robotsText(parts.settings.SITE_URL)),
  );
  endpoint(
    api,
    { ...base, path: '/feed.xml', summary: 'The newest articles with full text, RSS 2.0' },
    async ({ c }) => send(c, RSS, await writeFeed()),
  );
  endpoint(
    api,
    { ...base, path: '/llms.txt', summary: 'What the site is, for programs that read text' },
    async ({ c }) => send(c, TEXT, await writeLlms()),
  );
};
