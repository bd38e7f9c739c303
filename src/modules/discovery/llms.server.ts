import { siteList } from '#content/sites.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import {
  type AnyItem,
  type Collection,
  headlineOf,
  publicPathOf,
  slugFieldOf,
} from '#kit/collection.ts';
import { cutText, stripMarks } from '#platform/text/excerpt.ts';
import { AREAS, HOME } from './areas.ts';
import { placesOf } from './places.server.ts';

/** A list that is longer is named with its address, so that the file stays short at any size. */
export const LLMS_PER_LIST = 40;
const SUMMARY = 140;

const inLine = (text: string) => stripMarks(text).replace(/[[\]]/g, '');

/** What the site is and where everything lies, for programs that read text (llmstxt.org). */
export const createLlmsText = (parts: AppParts) => {
  const { SITE_URL: siteUrl, SITE_NAME: name } = parts.settings;

  const lineOf = (collection: Collection) => (item: AnyItem) => {
    const slug = item[slugFieldOf(collection) ?? 'slug'];
    const text = cutText(
      inLine(String((collection.body && item[collection.body]) || '')),
      SUMMARY,
      '…',
    );
    const link = `[${inLine(headlineOf(collection, item))}](${siteUrl}${publicPathOf(collection, String(slug))})`;
    return `- ${link}${text === '' ? '' : `: ${text}`}`;
  };

  const sectionOf = async (collection: Collection): Promise<string> => {
    const { reader } = parts.content.partsOf(collection.name);
    const query = { viewer: null, limit: LLMS_PER_LIST };
    const [items, total] = await Promise.all([reader.listCards(query), reader.count(query)]);
    if (total === 0) return '';
    const rest = total - items.length;
    const more =
      rest > 0 && collection.publicPath
        ? [`- ${rest} more: ${siteUrl}${collection.publicPath}`]
        : [];
    return [`## ${collection.label.many}`, '', ...items.map(lineOf(collection)), ...more, ''].join(
      '\n',
    );
  };

  return async (): Promise<string> => {
    const sections = await Promise.all(placesOf(parts).map(sectionOf));
    const areas = AREAS.map(({ path, title, text }) => `- [${title}](${siteUrl}${path}): ${text}`);
    const feeds = siteList.flatMap(({ feed, area }) =>
      feed ? [`- [Feed: ${area?.title}](${siteUrl}${feed}): RSS 2.0`] : [],
    );
    const machines = [
      `- [Sitemap](${siteUrl}/sitemap.xml)`,
      ...feeds,
      `- [REST API](${siteUrl}/api/openapi.json): every public list and item as JSON`,
    ];
    return [
      `# ${name}`,
      '',
      `> ${HOME.text}`,
      '',
      '## Areas',
      '',
      ...areas,
      '',
      ...sections.filter((section) => section !== ''),
      '## For programs',
      '',
      ...machines,
      '',
    ].join('\n');
  };
};
