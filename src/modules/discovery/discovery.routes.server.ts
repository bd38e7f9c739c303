import type { Context } from 'hono';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { orNotFound } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import type { TypeSite } from '#site/type-site.ts';
import { createLlmsText } from './llms.server.ts';
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
  lists: { sites: readonly TypeSite[]; more: readonly PageList[] },
) => {
  const sitemap = createSitemap(parts, lists);
  const siteUrl = parts.settings.SITE_URL;
  const base = { method: 'get', tag: DISCOVERY, access: 'public', cacheable: true } as const;

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
      write: createLlmsText(parts, lists.sites),
    },
  ];
  for (const { write, ...file } of files) {
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
