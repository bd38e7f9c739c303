import type { BreadcrumbList, CollectionPage, ItemList, WithContext } from 'schema-dts';
import type { SiteInfo } from '#site/site-info.ts';

const CONTEXT = 'https://schema.org';

export interface Crumb {
  name: string;
  path: string;
}

/** Where every trail can begin; the home page's address is the site's own. */
export const HOME: Crumb = { name: 'Home', path: '' };

export const breadcrumbLd = (
  site: SiteInfo,
  crumbs: readonly Crumb[],
): WithContext<BreadcrumbList> => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${site.url}${path}`,
  })),
});

const listLd = (site: SiteInfo, items: readonly Crumb[]): ItemList => ({
  '@type': 'ItemList',
  itemListElement: items.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    url: `${site.url}${path}`,
  })),
});

export const collectionLd = (
  site: SiteInfo,
  page: { name: string; description: string; path: string },
  items: readonly { name: string; path: string }[],
): WithContext<CollectionPage> => ({
  '@context': CONTEXT,
  '@type': 'CollectionPage',
  name: page.name,
  description: page.description,
  url: `${site.url}${page.path}`,
  ...(items.length > 0 ? { mainEntity: listLd(site, items) } : {}),
});
