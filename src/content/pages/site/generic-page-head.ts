import { pageHead } from '#site/head/page-head.ts';
import type { ItemPage } from '#site/item-page.ts';
import type { SiteInfo } from '#site/router.tsx';
import type { Page } from '../pages.collection.ts';

export type GenericPage = ItemPage<Page>;

export const genericPageHead = (site: SiteInfo, page: GenericPage) =>
  pageHead({
    site,
    path: `/${page.slug}`,
    title: page.metaTitle || `${page.title} - ${site.name}`,
    description: page.metaDescription || `${page.title} information for ${site.name}.`,
    noindex: !page.isPublished,
  });
