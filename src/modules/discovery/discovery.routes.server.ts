import type { Context } from 'hono';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { DISCOVERY } from './discovery.tag.ts';
import { createLlmsText, LLMS_FULL_BYTES, type LlmsOptions } from './llms.server.ts';
import { robotsText } from './robots.ts';
import { createSitemap, type MorePages } from './sitemap.server.ts';

const XML = 'application/xml; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

const send = (c: Context<Env>, type: string, body: string) =>
  c.body(body, 200, { 'Content-Type': type });

/** Files at fixed addresses for search engines, feed readers and other programs. */
export const mountDiscovery = (
  api: Api,
  parts: AppParts,
  { more, ...llmsOptions }: { more: readonly MorePages[] } & LlmsOptions,
) => {
  const sitemap = createSitemap(parts, { sites: llmsOptions.sites, more });
  const llms = createLlmsText(parts, llmsOptions);
  const { SITE_URL: siteUrl, INDEXNOW_KEY: key } = parts.settings;
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
    ({ c }) => send(c, TEXT, robotsText(siteUrl)),
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
    async ({ c }) => send(c, TEXT, await llms.writeIndex()),
  );
  endpoint(
    api,
    {
      ...base,
      id: 'getLlmsFullText',
      path: '/llms-full.txt',
      mediaType: 'text/plain',
      summary: `The same with the whole text of the pages that people compare, at most ${LLMS_FULL_BYTES} bytes`,
    },
    async ({ c }) => send(c, TEXT, await llms.writeFull()),
  );
  if (!key) return;
  endpoint(
    api,
    {
      ...base,
      id: 'getIndexNowKey',
      path: `/${key}.txt`,
      mediaType: 'text/plain',
      summary: 'Proves to search engines that the site itself tells them of its changes',
    },
    ({ c }) => send(c, TEXT, key),
  );
};
