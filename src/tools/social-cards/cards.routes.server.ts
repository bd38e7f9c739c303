import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { comparisonsSite, readingsOf } from '#content/comparisons/site.ts';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { type AnyItem, type Collection, headlineOf } from '#kit/collection.ts';
import { tableOf } from '#kit/table.server.ts';
import { areasOf, HOME } from '#modules/discovery/areas.ts';
import { placesOf } from '#modules/discovery/places.server.ts';
import { orNotFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { excerpt } from '#platform/text/excerpt.ts';
import type { TypeSite } from '#site/type-site.ts';
import type { Card } from './card.ts';
import { createDrawer } from './drawer.server.ts';

const evidence = tableOf(coverage);

/** A vendor's distinguishing fact: how many of the published features it documents in public. */
const createFactFinder = ({ connection, content }: AppParts) => {
  const { table, visible } = content.partsOf(features.name).reader;
  return async (vendorId: number) => {
    const documenting = sql`(select count(*) from ${evidence}
      where ${evidence.featureId} = ${table.id} and ${evidence.level} = 'documented'
        and ${evidence.vendorId} = ${vendorId})`;
    const [row] = await connection.db
      .select({
        documented: sql<number>`(count(*) filter (where ${documenting} > 0))::int`,
        total: sql<number>`count(*)::int`,
      })
      .from(table)
      .where(visible);
    if (!row?.documented) return null;
    return `Documents ${row.documented} of ${row.total} features in public, each with its source.`;
  };
};

type FoundPage = Pick<Card, 'kind' | 'title' | 'fact' | 'marks'>;

/** More than a card has room for: it ends the text itself. */
const FACT_LENGTH = 200;

/** The first category of an item, where its type has one that a reader would read. */
const categoryOf = (item: AnyItem): string => {
  const [category] = [item.category ?? item.categories].flat();
  return typeof category === 'string' ? category : '';
};

const describe = ({ body }: Collection, item: AnyItem): string =>
  excerpt(String((body && item[body]) || ''), FACT_LENGTH);

/** The page at a path, as a card says it; null where an anonymous visitor finds nothing. */
const createPageFinder = (parts: AppParts, sites: readonly TypeSite[]) => {
  const places = placesOf(parts);
  const factOfVendor = createFactFinder(parts);
  const fixed = new Map<string, FoundPage>(
    [{ ...HOME, path: '/home' }, ...areasOf(sites)].map(({ path, kind, title, text }) => [
      path,
      { kind, title, fact: text },
    ]),
  );

  const findItem = async (folder: string, slug: string): Promise<FoundPage | null> => {
    for (const place of places) {
      if (place.publicPath !== folder) continue;
      const item = await parts.content.partsOf(place.name).reader.bySlug(null, slug);
      if (!item) continue;
      const title = headlineOf(place, item);
      // Pages below the root carry neither a type nor a category that a reader would name.
      if (folder === '') return { kind: 'Guide', title, fact: describe(place, item) };
      const kind = [place.label.one, categoryOf(item)].filter(Boolean).join(' · ');
      if (place.name !== vendors.name) return { kind, title, fact: describe(place, item) };
      const fact = await factOfVendor(item.id);
      return { kind, title, fact: fact ?? describe(place, item), marks: [title] };
    }
    return null;
  };

  /** One picture for all of them: there are thousands, and each would cost a second of processor. */
  const findPair = async (pair: string): Promise<FoundPage | null> => {
    const { reader } = parts.content.partsOf(vendors.name);
    for (const [slugA, slugB, third] of readingsOf(pair)) {
      if (!slugA || !slugB || slugA === slugB || third) continue;
      const isPair =
        (await reader.bySlug(null, slugA)) !== null && (await reader.bySlug(null, slugB)) !== null;
      if (isPair) return fixed.get(comparisonsSite.folder) ?? null;
    }
    return null;
  };

  return async (folder: string, name: string): Promise<FoundPage | null> => {
    if (folder === comparisonsSite.folder) return findPair(name);
    return fixed.get(`${folder}/${name}`) ?? findItem(folder, name);
  };
};

const FILE = /^(.+)\.png$/;
/** An address with a version never gets another picture; without one it may change at any time. */
const FOREVER = 'public, max-age=31536000, immutable';
const BRIEFLY = 'public, max-age=300';

const file = z.string().max(500);
const query = z.looseObject({ v: z.string().max(20).optional() });

/** A picture of 1200 x 630 for every public page, at /cards/{the page's path}.png. */
export const mountSocialCards = (api: Api, parts: AppParts, sites: readonly TypeSite[]) => {
  const draw = createDrawer();
  const findPage = createPageFinder(parts, sites);
  const { host } = new URL(parts.settings.SITE_URL);

  const serveCard = async (folder: string, name: string, isVersioned: boolean) => {
    const slug = FILE.exec(name)?.[1];
    const page = orNotFound(slug === undefined ? null : await findPage(folder, slug), 'Page');
    const png = await draw({ ...page, siteName: parts.settings.site.siteName, host });
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
