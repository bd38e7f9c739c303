import type { Context } from 'hono';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { orNotFound } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { createLlmsText, LLMS_FULL_BYTES, type LlmsOptions } from './llms.server.ts';
import type { PageList } from './places.server.ts';
import { DISCOVERY } from './rss.server.ts';
import { createSitemap } from './sitemap.server.ts';

/** Not a lock, only a request: pages behind it are guarded by themselves. */
const robotsText = (siteUrl: string) => `User-agent: *
Disallow: /admin$
Disallow: /admin/
Disallow: /auth$
Disallow: /auth/
Disallow: /api/
Allow: /

Sitemap: ${siteUrl}/sitemap.xml
`;

const XML = 'application/xml';
const TEXT = 'text/plain';

const send = (c: Context<Env>, type: string, body: string) =>
  c.body(body, 200, { 'Content-Type': `${type}; charset=utf-8` });

/** Files at fixed addresses for search engines, feed readers and other programs. */
export const mountDiscovery = (
  api: Api,
  parts: AppParts,
  { more, ...llmsOptions }: { more: readonly PageList[] } & LlmsOptions,
) => {
  const sitemap = createSitemap(parts, { sites: llmsOptions.sites, more });
  const llms = createLlmsText(parts, llmsOptions);
  const { SITE_URL: siteUrl, INDEXNOW_KEY: key } = parts.settings;
  const base = { method: 'get', tag: DISCOVERY, access: 'public' } as const;

  const files = [
    {
      id: 'getSitemapIndex',
      path: '/sitemap.xml',
      mediaType: XML,
      summary: 'Index of the sitemaps',
      write: sitemap.index,
    },
    {
      id: 'getRobots',
      path: '/robots.txt',
      mediaType: TEXT,
      summary: 'What crawlers may visit',
      write: () => robotsText(siteUrl),
    },
    {
      id: 'getLlmsText',
      path: '/llms.txt',
      mediaType: TEXT,
      summary: 'What the site is, for programs that read text',
      write: llms.writeIndex,
    },
    {
      id: 'getLlmsFullText',
      path: '/llms-full.txt',
      mediaType: TEXT,
      summary: `The same with the whole text of the pages that people compare, at most ${LLMS_FULL_BYTES} bytes`,
      write: llms.writeFull,
    },
    {
      id: 'getIndexNowKey',
      path: `/${key}.txt`,
      mediaType: TEXT,
      summary: 'Proves to search engines that the site itself tells them of its changes',
      write: key ? () => key : null,
    },
  ];
  for (const { write, ...file } of files) {
    if (!write) continue;
    const handle = async ({ c }: { c: Context }) => send(c, file.mediaType, await write());
    endpoint(api, { ...base, ...file, handle });
  }
  endpoint(api, {
    ...base,
    id: 'getSitemap',
    path: '/sitemaps/{file}',
    mediaType: XML,
    summary: 'Up to 50,000 public addresses, as {type}-{number}.xml',
    params: z.object({ file: z.string().max(100) }),
    failures: { 404: 'No such sitemap' },
    handle: async ({ c, params }) =>
      send(c, XML, orNotFound(await sitemap.file(params.file), 'Sitemap')),
  });
};
