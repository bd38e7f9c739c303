import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import type { TypeSite } from '#site/type-site.ts';
import { createDrawer } from './drawer.server.ts';
import { createPageFinder } from './find-page.server.ts';

const FILE = /^(.+)\.png$/;
/** An address with a version never gets another picture; without one it may change at any time. */
const FOREVER = 'public, max-age=31536000, immutable';
const BRIEFLY = 'public, max-age=300';

const file = z.string().max(500);
const query = z.looseObject({ v: z.string().max(20).optional() });

/** A picture of 1200 x 630 for every public page, at /cards/{the page's path}.png. */
export const mountSocialCards = (api: Api, parts: AppParts, sites: readonly TypeSite[]) => {
  const drawer = createDrawer();
  const findPage = createPageFinder(parts, sites);
  const { host } = new URL(parts.settings.SITE_URL);

  const serveCard = async (folder: string, name: string, isVersioned: boolean) => {
    const slug = FILE.exec(name)?.[1];
    const page = slug === undefined ? null : await findPage(folder, slug);
    if (!page) throw notFound('Page');
    const png = await drawer.draw({ ...page, siteName: parts.settings.SITE_NAME, host });
    return new Response(new Uint8Array(png), {
      headers: {
        'Content-Type': 'image/png',
        'Content-Length': String(png.length),
        'Cache-Control': isVersioned ? FOREVER : BRIEFLY,
      },
    });
  };

  const base = {
    method: 'get',
    tag: { name: 'Social cards', description: 'The picture that shows when a page is shared.' },
    mediaType: 'image/png',
    access: 'public',
    cacheable: false,
    query,
    failures: { 404: 'No such public page', 503: 'Too many at once' },
  } as const;

  endpoint(api, {
    ...base,
    id: 'getSocialCard',
    path: '/cards/{file}',
    summary: 'The social card of the page /{file}, as {file}.png',
    params: z.object({ file }),
    handle: ({ params, query: { v } }) => serveCard('', params.file, v !== undefined),
  });
  endpoint(api, {
    ...base,
    id: 'getSocialCardInFolder',
    path: '/cards/{folder}/{file}',
    summary: 'The social card of the page /{folder}/{file}, as {file}.png',
    params: z.object({ folder: z.string().max(60), file }),
    handle: ({ params, query: { v } }) =>
      serveCard(`/${params.folder}`, params.file, v !== undefined),
  });
};
