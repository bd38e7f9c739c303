import type { Context } from 'hono';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { DISCOVERY } from './discovery.tag.ts';
import { createLlmsText } from './llms.server.ts';
import { robotsText } from './robots.ts';
import { createSitemap, type MorePages } from './sitemap.server.ts';

const XML = 'application/xml; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

const send = (c: Context<Env>, type: string, body: string) =>
  c.body(body, 200, { 'Content-Type': type });

/** What search engines, feed readers and other programs look for at fixed addresses. */
export const mountDiscovery = (
  api: Api,
  parts: AppParts,
  { more }: { more: readonly MorePages[] },
) => {
  const sitemap = createSitemap(parts, { more });
  const writeLlms = createLlmsText(parts);
  const base = { method: 'get', tag: DISCOVERY, access: 'public' } as const;

  endpoint(
    api,
    {
      ...base,
      id: 'getSitemapIndex',
      path: '/sitemap.xml',
      mediaType: 'application/xml',
      summary: 'Index of the sitemaps',
    },
    async ({ c }) => send(c, XML, await sitemap.index()),
  );
  endpoint(
    api,
    {
      ...base,
      id: 'getSitemap',
      path: '/sitemaps/{file}',
      mediaType: 'application/xml',
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
  endpoint(
    api,
    {
      ...base,
      id: 'getRobots',
      path: '/robots.txt',
      mediaType: 'text/plain',
      summary: 'What crawlers may visit',
    },
    ({ c }) => send(c, TEXT, robotsText(parts.settings.SITE_URL)),
  );
  endpoint(
    api,
    {
      ...base,
      id: 'getLlmsText',
      path: '/llms.txt',
      mediaType: 'text/plain',
      summary: 'What the site is, for programs that read text',
    },
    async ({ c }) => send(c, TEXT, await writeLlms()),
  );
};
