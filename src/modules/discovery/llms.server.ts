import type { AppParts } from '#kit/app-parts.server.ts';
import {
  type AnyItem,
  type Collection,
  headlineOf,
  publicPathOf,
  slugOf,
} from '#kit/collection.ts';
import { cutText, stripMarks } from '#platform/text/excerpt.ts';
import { twinPath } from '#platform/twin-path.ts';
import type { TypeSite } from '#site/type-site.ts';
import { areasOf, HOME } from './areas.ts';
import { placesOf } from './places.server.ts';

/** A list that is longer is named with its address, so that the file stays short at any size. */
export const LLMS_PER_LIST = 40;
const SUMMARY = 140;

const ABOUT =
  'Every page has a Markdown twin at its address with .md; a request for the page with Accept: text/markdown gets it too. Each fact and each cell of evidence names its source, whether that is first hand or second hand, the date of the page and the day it was checked. "Not confirmed" means that no page we read says so, which is not the same as absent.';

const inLine = (text: string) => stripMarks(text).replace(/[[\]]/g, '');

/** Site description and index, for programs that read text (llmstxt.org). */
export const createLlmsText = (parts: AppParts, sites: readonly TypeSite[]) => {
  const { settings } = parts;
  const { SITE_URL: siteUrl } = settings;
  const urlOf = (path: string) => siteUrl + twinPath(path);

  const lineOf = (collection: Collection) => (item: AnyItem) => {
    const text = cutText(
      inLine(String((collection.body && item[collection.body]) || '')),
      SUMMARY,
      '…',
    );
    const url = urlOf(publicPathOf(collection, slugOf(collection, item)));
    return `- [${inLine(headlineOf(collection, item))}](${url})${text === '' ? '' : `: ${text}`}`;
  };

  const sectionOf = async (collection: Collection): Promise<string> => {
    const { reader } = parts.content.partsOf(collection.name);
    const query = { viewer: null, limit: LLMS_PER_LIST };
    const [items, total] = await Promise.all([reader.listCards(query), reader.count(query)]);
    if (total === 0) return '';
    const rest = total - items.length;
    const more =
      rest > 0 && collection.publicPath
        ? [`- [${rest} more](${urlOf(collection.publicPath)})`]
        : [];
    return [`## ${collection.label.many}`, '', ...items.map(lineOf(collection)), ...more, ''].join(
      '\n',
    );
  };

  return async (): Promise<string> => {
    const sections = await Promise.all(placesOf(parts).map(sectionOf));
    const areas = areasOf(sites).map(
      ({ path, title, text }) => `- [${title}](${urlOf(path)}): ${text}`,
    );
    const feeds = sites.flatMap(({ feed, area }) =>
      feed ? [`- [Feed: ${area?.title}](${siteUrl}${feed}): RSS 2.0`] : [],
    );
    return [
      `# ${settings.site.siteName}`,
      '',
      `> ${HOME.text}`,
      '',
      ABOUT,
      '',
      '## Areas',
      '',
      ...areas,
      '',
      ...sections.filter((section) => section !== ''),
      '## Optional',
      '',
      `- [REST API](${siteUrl}/api/openapi.json): every public list and item as JSON`,
      `- [Sitemap](${siteUrl}/sitemap.xml)`,
      ...feeds,
      '',
    ].join('\n');
  };
};
