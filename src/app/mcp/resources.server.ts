import {
  type ListResourcesResult,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { pathWith } from '#client/api-calls.ts';
import { type AnyItem, type Collection, headlineOf, slugFieldOf } from '#kit/collection.ts';
import { areasOf, HOME } from '#modules/discovery/areas.ts';
import { canonicalPathOf } from '#modules/discovery/places.server.ts';
import { pageOfTwin, twinPath } from '#platform/twin-path.ts';
import { siteList } from '../sites.ts';
import type { Reads } from './reads.server.ts';

/** The Markdown of a public page, by its path; undefined where no such page is public. */
export type ReadTwin = (path: string) => Promise<string | undefined>;

const PAGE = 50;
const MARKDOWN = 'text/markdown';
const CURSOR = /^(\d{1,2})\.(\d{1,8})$/;
const MAX_URI = 1000;

export const templateOf = (siteUrl: string) => ({
  name: 'page',
  title: 'Any public page as Markdown',
  description: 'The address of a page with .md behind it; the home page is /index.md',
  uriTemplate: `${siteUrl}/{+path}.md`,
  mimeType: MARKDOWN,
});

/** Lists and tools first, then the items of each type, never all at once. */
export const listResources = async (
  reads: Reads,
  places: readonly Collection[],
  cursor = '0.0',
): Promise<ListResourcesResult> => {
  const asResource = (path: string, title: string, description?: string) => ({
    uri: reads.siteUrl + twinPath(path),
    name: path,
    title,
    ...(description ? { description } : {}),
    mimeType: MARKDOWN,
  });
  const [, at = '', from = ''] = CURSOR.exec(cursor) ?? [];
  const [first, offset] = [Number(at), Number(from)];
  if (cursor === '0.0') {
    const areas = [HOME, ...areasOf(siteList)].map(({ path, title, text }) =>
      asResource(path, title, text),
    );
    return { resources: areas, nextCursor: '1.0' };
  }
  const place = at === '' ? undefined : places[first - 1];
  if (!place) return { resources: [] };
  const query = { name: place.name, status: 'visible', view: 'card', limit: PAGE, offset };
  const { items, total } = await reads.readList<AnyItem>(
    await reads.ask(pathWith('/api/{name}', query)),
  );
  const resources = items.map((item) => {
    const slug = String(item[slugFieldOf(place) ?? 'slug']);
    return asResource(canonicalPathOf(place, slug, siteList), headlineOf(place, item));
  });
  const end = offset + PAGE;
  if (end < total) return { resources, nextCursor: `${first}.${end}` };
  return first < places.length ? { resources, nextCursor: `${first + 1}.0` } : { resources };
};

export const readResource = async (
  readTwin: ReadTwin,
  siteUrl: string,
  uri: string,
): Promise<ReadResourceResult> => {
  const isOurs = uri.length <= MAX_URI && uri.startsWith(`${siteUrl}/`);
  const [, path = '', search = ''] =
    /^([^?#]+)(\?[^#]*)?$/.exec(isOurs ? uri.slice(siteUrl.length) : '') ?? [];
  const page = pageOfTwin(path);
  const text = page && (await readTwin(page + search));
  if (!text) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: MARKDOWN, text }] };
};
