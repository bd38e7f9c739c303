import { type Ask, createApiClient, orIfMissing } from '#client/api-client.ts';
import { createVendorFinder, textCardOf } from '#content/shared/find-vendor.server.ts';
import type { TwinReads } from '#content/shared/twin.ts';
import {
  fillTwinCards,
  heading,
  link,
  paragraph,
  quote,
  writeBlocks,
} from '#content/shared/twin-blocks.server.ts';
import { ApiError } from '#platform/api-error.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import type { PageContext, Renderer } from '#platform/server/renderer.ts';
import { pageOfTwin, twinPath } from '#platform/twin-path.ts';
import { parseSearch } from '#site/search-params.ts';
import { LICENSE } from '#tools/data/data-resources.ts';
import { ownTwins, typeTwins } from './type-twins.server.ts';

const TWINS = Object.entries({ ...ownTwins, ...typeTwins })
  // Literal paths match before paths with variables.
  .sort(([a], [b]) => Number(a.includes('$')) - Number(b.includes('$')) || b.length - a.length)
  .map(([path, write]) => ({
    pattern: new RegExp(`^${path.replace(/\$\w+/, '([^/]+)')}$`),
    write,
  }));

/** Forms and screens have none, though they look like pages. */
const WITHOUT = /^\/(?:admin|auth|preview)(?:\/|$)/;

/** Undefined where the octets are no text. */
const decode = (part: string) => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};

const findWriter = (path: string) => {
  if (WITHOUT.test(path)) return undefined;
  for (const { pattern, write } of TWINS) {
    const match = pattern.exec(path);
    if (!match) continue;
    const key = decode(match[1] ?? '');
    return key === undefined ? undefined : { write, key };
  }
  return undefined;
};

/** Whether pages of this kind have a twin; there may still be no such page. */
export const hasTwin = (path: string): boolean => findWriter(path) !== undefined;

/** Under its slug or a former one, as in a page; null where readers find none. */
const createCardFinder = ({ item, get }: TwinReads) => {
  const find = createVendorFinder(
    (slug) => orIfMissing(item('vendors', slug), null),
    async (path) => (await get('/api/redirect', { path })).toPath,
  );
  return async (slug: string) => {
    const vendor = await find(slug);
    return vendor && textCardOf(vendor);
  };
};

const clientOf = (reach: Ask) => createApiClient(reach, (response) => response.json());

interface TwinSite {
  siteUrl: string;
  siteName: string;
}

/** The twin of the page at an address, and that page's own path; fails as the API does without such a page. */
const writeTwin = async (address: string, reach: Ask, { siteUrl, siteName }: TwinSite) => {
  const { pathname, search } = new URL(siteUrl + address);
  const found = findWriter(pathname);
  if (!found) throw new ApiError(404, 'Not Found', '');
  const reads = { siteUrl, ...clientOf(reach) };
  const twin = await found.write(reads, { key: found.key, search: parseSearch(search) });
  const { title, summary, blocks, canonical = pathname } = twin;
  await fillTwinCards(blocks, createCardFinder(reads));
  const page = siteUrl + (canonical === '/' ? '' : canonical);
  const license = [
    'License of facts and evidence: ',
    link(LICENSE.name, LICENSE.path),
    `; name ${siteName} and link to the page. Cited pages belong to their publishers.`,
  ];
  const markdown = writeBlocks(
    [
      heading(1, title),
      ...(summary ? [quote(summary)] : []),
      ...blocks,
      { type: 'thematicBreak' },
      paragraph(['Page: ', { type: 'inlineCode', value: page }]),
      paragraph(license),
    ],
    siteUrl,
  );
  return { markdown, page };
};

export type ReadTwin = (path: string) => Promise<string | undefined>;

/** Room for all of `/llms-full.txt`, or its second reader would write every twin again. */
const MAX_BYTES = 8 * 1_048_576;

/**
 * The Markdown of a public page by its path, such as '/vendors/addepar' or '/'; written once after each change. Addresses
 * without a page fail and so are not remembered: there is no end of them.
 */
export const createTwinReader = (reach: Ask, site: TwinSite): ReadTwin => {
  const remember = rememberUntilChange<string>({
    maxBytes: MAX_BYTES,
    bytesOf: (markdown) => 2 * markdown.length,
  });
  const write = async (path: string) => (await writeTwin(path, reach, site)).markdown;
  return (path) =>
    orIfMissing(
      remember(path, () => write(path)),
      undefined,
    );
};

const send = (status: number, body: string, headers: Record<string, string>) =>
  new Response(body, {
    status,
    headers: {
      'Content-Type': 'text/markdown; charset=utf-8',
      'X-Robots-Tag': 'noindex',
      ...headers,
    },
  });

/** Where a page has moved to, as its page says. */
const findMoved = async (path: string, reach: Ask): Promise<string | null> => {
  const moved = await orIfMissing(clientOf(reach).get('/api/redirect', { path }), null);
  return moved?.toPath?.startsWith('/') ? twinPath(moved.toPath) : (moved?.toPath ?? null);
};

/** The response in place of a page, by the page's address. */
const respondWithTwin = async (
  address: string,
  { api, settings }: Pick<PageContext, 'api' | 'settings'>,
): Promise<Response> => {
  const twin = await orIfMissing(writeTwin(address, api.request, settings), null);
  if (twin) return send(200, twin.markdown, { Link: `<${twin.page}>; rel="canonical"` });
  const moved = await findMoved(address.split('?')[0] ?? '', api.request);
  if (moved) return send(301, '', { Location: moved });
  return send(404, '# Not found\n\nThere is no such page.\n', {});
};

/** Twins beside the pages of a renderer. */
export const withTwins = (renderer: Renderer): Renderer => ({
  ...renderer,
  fetch: (request, options) => {
    const { pathname, search } = new URL(request.url);
    const page = pageOfTwin(pathname);
    return page === undefined
      ? renderer.fetch(request, options)
      : respondWithTwin(page + search, options.context);
  },
});
