import type { AppParts } from '#kit/app-parts.server.ts';
import type { Collection } from '#kit/collection.ts';
import type { TypeSite } from '#site/type-site.ts';
import { areasOf, HOME } from './areas.ts';
import { type Chunk, createAddressBook, placesOf } from './places.server.ts';
import { escapeXml } from './xml.ts';

/** As many as the sitemap protocol allows in one file. */
const SITEMAP_SIZE = 50_000;
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** The sitemap of the pages that are not items. */
const OWN = 'site';
const FILE = /^([a-z][a-z-]*)-([1-9]\d{0,5})\.xml$/;

interface Entry {
  path: string;
  lastmod?: string | undefined;
}

/** Pages of a content type besides its items, in parts of the sitemap's size. */
export interface MorePages {
  name: string;
  chunks(size: number): Promise<Chunk[]>;
  addresses(number: number, size: number): Promise<Entry[]>;
}

const write = (tag: 'urlset' | 'sitemapindex', siteUrl: string, entries: readonly Entry[]) => {
  const child = tag === 'urlset' ? 'url' : 'sitemap';
  const lines = entries.map(({ path, lastmod }) => {
    const changed = lastmod ? `<lastmod>${lastmod}</lastmod>` : '';
    return `<${child}><loc>${escapeXml(siteUrl + path)}</loc>${changed}</${child}>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${tag} xmlns="${SCHEMA}">\n${lines.join('\n')}\n</${tag}>\n`;
};

const latest = (timestamps: readonly (string | undefined)[]) =>
  timestamps
    .filter((timestamp) => timestamp !== undefined)
    .sort()
    .at(-1);

interface Options {
  sites: readonly TypeSite[];
  size?: number;
  more?: readonly MorePages[];
}

/** The map of all public pages: an index, and a file for each 50,000 addresses of a content type. */
export const createSitemap = (
  parts: AppParts,
  { sites, size = SITEMAP_SIZE, more = [] }: Options,
) => {
  const siteUrl = parts.settings.SITE_URL;
  const book = createAddressBook(parts, { size, sites });
  const places = placesOf(parts);

  /** A list page changes whenever one of its items does; the home page with any of them. */
  const ownPages = async (): Promise<Entry[]> => {
    const changes = await Promise.all(
      places.map(async (place) => [place.publicPath, await book.lastChange(place)] as const),
    );
    const changed = new Map(changes);
    return [
      { path: HOME.path, lastmod: latest([...changed.values()]) },
      ...areasOf(sites).map(({ path }) => ({ path, lastmod: changed.get(path) })),
    ];
  };

  const toFiles = (name: string, chunks: readonly Chunk[]): Entry[] =>
    chunks.map(({ number, lastmod }) => ({ path: `/sitemaps/${name}-${number}.xml`, lastmod }));

  const childrenOf = async (place: Collection) => toFiles(place.name, await book.chunks(place));
  const childrenOfMore = async (one: MorePages) => toFiles(one.name, await one.chunks(size));

  return {
    async index(): Promise<string> {
      const [own, ...children] = await Promise.all([
        ownPages(),
        ...places.map(childrenOf),
        ...more.map(childrenOfMore),
      ]);
      const first = { path: `/sitemaps/${OWN}-1.xml`, lastmod: own[0]?.lastmod };
      return write('sitemapindex', siteUrl, [first, ...children.flat()]);
    },

    async file(name: string): Promise<string | null> {
      const [, place, digits] = FILE.exec(name) ?? [];
      const number = Number(digits);
      if (place === OWN) return number === 1 ? write('urlset', siteUrl, await ownPages()) : null;
      const collection = places.find((one) => one.name === place);
      const further = more.find((one) => one.name === place);
      const entries = collection
        ? await book.addresses(collection, number)
        : ((await further?.addresses(number, size)) ?? []);
      return entries.length > 0 ? write('urlset', siteUrl, entries) : null;
    },
  };
};
