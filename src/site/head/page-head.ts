import type { Thing, WithContext } from 'schema-dts';
import { excerpt } from '#content/shared/excerpt.ts';
import type { SiteInfo } from '#site/router.tsx';
import { scriptJson } from '#site/script-json.ts';

export const DESCRIPTION_LENGTH = 160;

export type StructuredData = WithContext<Thing>;

export interface PageMeta {
  site: SiteInfo;
  /** The page's own path, as the canonical link has it. */
  path: string;
  title: string;
  description: string;
  type?: 'website' | 'article';
  noindex?: boolean;
  /** Structured data: one object, or several. */
  jsonLd?: StructuredData | readonly StructuredData[];
}

/** Changes whenever what a card may show does, so that old pictures can be kept for ever. */
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
  title,
  description,
  type = 'website',
  noindex,
  jsonLd,
}: PageMeta) => {
  const url = `${site.url}${path === '/' ? '' : path}` || site.url;
  const summary = excerpt(description, DESCRIPTION_LENGTH);
  const blocks = jsonLd === undefined ? [] : [jsonLd].flat().map(scriptJson);
  const image = socialImage(site, path, title + blocks.join(''));
  return {
    meta: [
      { title },
      { name: 'description', content: summary },
      ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
      { property: 'og:site_name', content: site.name },
      { property: 'og:type', content: type },
      { property: 'og:title', content: title },
      { property: 'og:description', content: summary },
      { property: 'og:url', content: url },
      { property: 'og:image', content: image },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { property: 'og:image:alt', content: title },
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:title', content: title },
      { name: 'twitter:description', content: summary },
      { name: 'twitter:image', content: image },
    ],
    links: [{ rel: 'canonical', href: url }],
    scripts: blocks.map((children) => ({ type: 'application/ld+json', children })),
  };
};

/** Not-found pages have a title of their own and stay out of every index. */
export const notFoundHead = (site: SiteInfo, title: string) => ({
  meta: [{ title: `${title} - ${site.name}` }, { name: 'robots', content: 'noindex' }],
});
