import type { AppParts } from '#kit/app-parts.server.ts';
import type { TypeSite } from '#site/type-site.ts';
import { areasOf, HOME } from './areas.ts';
import { type Chunk, itemPagesOf, type PageList, placesOf } from './places.server.ts';
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

const write = (tag: 'urlset' | 'sitemapindex', siteUrl: string, entries: readonly Entry[]) => {
  const child = tag === 'urlset' ? 'url' : 'sitemap';
  const lines = entries.map(({ path, lastmod }) => {
    const changed = lastmod ? `<lastmod>${lastmod}</lastmod>` : '';
    return `<${child}><loc>${escapeXml(siteUrl + path)}</loc>${changed}</${child}>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${tag} xmlns="${SCHEMA}">\n${lines.join('\n')}\n</${tag}>\n`;
};

interface Options {
  sites: readonly TypeSite[];
  size?: number;
  /** Pages of a content type besides its items. */
  more: readonly PageList[];
}

/** The map of all public pages: an index, and a file for each 50,000 addresses of a kind. */
export const createSitemap = (parts: AppParts, { sites, size = SITEMAP_SIZE, more }: Options) => {
  const siteUrl = parts.settings.SITE_URL;
  const places = placesOf(parts);
  const lists = [...places.map((place) => itemPagesOf(parts, place, sites)), ...more];
  const fileOf = (name: string, number: number) => `/sitemaps/${name}-${number}.xml`;

  const readChunks = async () =>
    new Map(
      await Promise.all(lists.map(async (list) => [list.name, await list.chunks(size)] as const)),
    );

  /** A list page changes whenever one of its items does; the home page with any of them. */
  const ownPages = (chunks: ReadonlyMap<string, Chunk[]>): Entry[] => {
    const changed = new Map(
      places.map(({ name, publicPath }) => [publicPath, chunks.get(name)?.[0]?.lastmod]),
    );
    const days = [...changed.values()].filter((day) => day !== undefined);
    return [
      { path: HOME.path, lastmod: days.sort().at(-1) },
      ...areasOf(sites).map(({ path }) => ({ path, lastmod: changed.get(path) })),
    ];
  };

  return {
    async index(): Promise<string> {
      const chunks = await readChunks();
      const [home] = ownPages(chunks);
      const files = [...chunks].flatMap(([name, some]) =>
        some.map(({ number, lastmod }) => ({ path: fileOf(name, number), lastmod })),
      );
      const first = { path: fileOf(OWN, 1), lastmod: home?.lastmod };
      return write('sitemapindex', siteUrl, [first, ...files]);
    },

    async file(path: string): Promise<string | null> {
      const [, name, digits] = FILE.exec(path) ?? [];
      const number = Number(digits);
      if (name === OWN)
        return number === 1 ? write('urlset', siteUrl, ownPages(await readChunks())) : null;
      const list = lists.find((one) => one.name === name);
      const entries = (await list?.addresses(number, size)) ?? [];
      return entries.length > 0 ? write('urlset', siteUrl, entries) : null;
    },
  };
};
