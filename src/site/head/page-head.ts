import type { BreadcrumbList, CollectionPage, ListItem, Thing, WithContext } from 'schema-dts';
import { excerpt } from '#platform/text/excerpt.ts';
import { twinPath } from '#platform/twin-path.ts';
import type { SiteInfo } from '#site/site-info.ts';
import { hashOf } from '#ui/name-mark.ts';

const DESCRIPTION_LENGTH = 160;

/** Replaces a missing description; one that an editor wrote is never cut. */
export const summaryOf = (text: string | null | undefined) => excerpt(text, DESCRIPTION_LENGTH);

export type StructuredData = WithContext<Thing>;

export interface PageMeta {
  site: SiteInfo;
  /** The page's own path, as the canonical link has it. */
  path: string;
  /** The address in the foot of a print, where it is not `path`. */
  printed?: string;
  title: string;
  description: string;
  type?: 'website' | 'article';
  /** 'follow' says aloud that the links of the page count, though the page itself does not. */
  noindex?: boolean | 'follow';
  /** The page whose social card this one shows, where it has none of its own. */
  cardOf?: string;
  jsonLd?: StructuredData | readonly StructuredData[];
}

/** A string of a style sheet: characters that could end it become code points. */
const asCssString = (text: string) =>
  `"${text.replace(/[^\w .,:/?&=%+~-]/g, (char) => `\\${char.codePointAt(0)?.toString(16)} `)}"`;

/** The foot of every printed page: only a style sheet reaches a page's margin. */
export const printFoot = (site: SiteInfo, url: string) =>
  `:root{--print-foot:${asCssString(`${site.name}, ${url}, as of ${site.day}`)}}`;

/** Data for a script element, which nothing but '<' can end. */
const scriptJson = (data: unknown): string =>
  (JSON.stringify(data) ?? 'null').replaceAll('<', '\\u003c');

/** A card belongs to a page, not to one of its searches or further parts; its address changes with what it shows. */
const socialImage = (site: SiteInfo, path: string, shown: string) => {
  const [page = '/'] = path.split('?');
  return `${site.url}/cards${page === '/' ? '/home' : page}.png?v=${hashOf(shown).toString(36)}`;
};

export const pageHead = ({
  site,
  path,
  printed = path,
  title,
  description,
  type = 'website',
  noindex,
  cardOf = path,
  jsonLd,
}: PageMeta) => {
  const addressOf = (place: string) => `${site.url}${place === '/' ? '' : place}` || site.url;
  const url = addressOf(path);
  const blocks = jsonLd === undefined ? [] : [jsonLd].flat().map(scriptJson);
  const image = socialImage(site, cardOf, title + description + blocks.join(''));
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      ...(noindex
        ? [{ name: 'robots', content: noindex === 'follow' ? 'noindex, follow' : 'noindex' }]
        : []),
      { property: 'og:site_name', content: site.name },
      { property: 'og:type', content: type },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      { property: 'og:image', content: image },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { property: 'og:image:alt', content: title },
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:title', content: title },
      { name: 'twitter:description', content: description },
      { name: 'twitter:image', content: image },
    ],
    links: [
      { rel: 'canonical', href: url },
      // Drafts, searches and screens have none.
      ...(noindex === true
        ? []
        : [{ rel: 'alternate', type: 'text/markdown', href: site.url + twinPath(path) }]),
    ],
    styles: [{ children: printFoot(site, addressOf(printed)) }],
    scripts: blocks.map((children) => ({ type: 'application/ld+json', children })),
  };
};

export interface ScreenMeta extends Pick<PageMeta, 'site' | 'path' | 'description'> {
  heading: string;
}

/** The head of a page that belongs in no index: the panel's sign-in, and not-found pages. */
export const screenHead = ({ heading, ...meta }: ScreenMeta) =>
  pageHead({ ...meta, title: `${heading} - ${meta.site.name}`, noindex: true, cardOf: '/' });

export const FAILED_HEADING = 'This page could not be loaded';

interface AbsentMatch {
  context: { site: SiteInfo };
  pathname: string;
  status: string;
}

/** The head of an item's page without its item: a failed call is not called missing. */
export const absentHead = ({ context, pathname, status }: AbsentMatch, missing: string) =>
  status === 'error'
    ? screenHead({
        site: context.site,
        path: pathname,
        heading: FAILED_HEADING,
        description: `${FAILED_HEADING}. Please try again.`,
      })
    : notFoundHead(context.site, missing, pathname);

/** Each not-found page says what is missing. */
export const notFoundHead = (site: SiteInfo, heading: string, path: string) =>
  screenHead({
    site,
    path,
    heading,
    description: `${heading}: the page you're looking for doesn't exist or has been moved.`,
  });

const CONTEXT = 'https://schema.org';

export interface Crumb {
  name: string;
  path: string;
}

/** Where every trail can begin; the home page's address is the site's own. */
export const HOME: Crumb = { name: 'Home', path: '' };

const listItems = (site: SiteInfo, items: readonly Crumb[], address: 'item' | 'url'): ListItem[] =>
  items.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    [address]: `${site.url}${path}`,
  }));

export const breadcrumbLd = (
  site: SiteInfo,
  crumbs: readonly Crumb[],
): WithContext<BreadcrumbList> => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: listItems(site, crumbs, 'item'),
});

export const collectionLd = (
  site: SiteInfo,
  page: Crumb & { description: string },
  items: readonly Crumb[],
): WithContext<CollectionPage> => ({
  '@context': CONTEXT,
  '@type': 'CollectionPage',
  name: page.name,
  description: page.description,
  url: `${site.url}${page.path}`,
  ...(items.length > 0 && {
    mainEntity: { '@type': 'ItemList', itemListElement: listItems(site, items, 'url') },
  }),
});
