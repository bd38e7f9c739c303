import type { Thing, WithContext } from 'schema-dts';
import { excerpt } from '#platform/text/excerpt.ts';
import { scriptJson } from '#site/script-json.ts';
import type { SiteInfo } from '#site/site-info.ts';
import { printFoot } from './print-foot.ts';

const DESCRIPTION_LENGTH = 160;

/** What stands for a description that nobody wrote; one that an editor wrote is never cut. */
export const summaryOf = (text: string | null | undefined) => excerpt(text, DESCRIPTION_LENGTH);

export type StructuredData = WithContext<Thing>;

export interface PageMeta {
  site: SiteInfo;
  /** The page's own path, as the canonical link has it. */
  path: string;
  /** What the foot of a print names in its place: the address of just what was printed. */
  printed?: string;
  title: string;
  description: string;
  type?: 'website' | 'article';
  /** 'follow' says aloud that the links of the page count, though the page itself does not. */
  noindex?: boolean | 'follow';
  /** The page whose social card this one shows, where it has none of its own. */
  cardOf?: string;
  /** Structured data: one object, or several. */
  jsonLd?: StructuredData | readonly StructuredData[];
}

/** Changes whenever what a card may show does, so that old pictures can be cached for ever. */
const versionOf = (text: string) => {
  let hash = 0;
  for (let i = 0; i < text.length; i += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return (hash >>> 0).toString(36);
};

/** A card belongs to a page, not to one of its searches or further parts. */
const socialImage = (site: SiteInfo, path: string, shown: string) => {
  const [page = '/'] = path.split('?');
  return `${site.url}/cards${page === '/' ? '/home' : page}.png?v=${versionOf(shown)}`;
};

/** The head of a page: everything that search engines and social networks read. */
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
    links: [{ rel: 'canonical', href: url }],
    styles: [{ children: printFoot(site, addressOf(printed)) }],
    scripts: blocks.map((children) => ({ type: 'application/ld+json', children })),
  };
};

export interface ScreenMeta {
  site: SiteInfo;
  path: string;
  heading: string;
  description: string;
}

/** The head of a page that belongs in no index: the way into the panel, and what is not there. */
export const screenHead = ({ site, path, heading, description }: ScreenMeta) =>
  pageHead({
    site,
    path,
    title: `${heading} - ${site.name}`,
    description,
    noindex: true,
    cardOf: '/',
  });

/** Each not-found page says what is missing. */
export const notFoundHead = (site: SiteInfo, heading: string, path: string) =>
  screenHead({
    site,
    path,
    heading,
    description: `${heading}: the page you're looking for doesn't exist or has been moved.`,
  });
