import type { DetailResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { breadcrumbLd, HOME, pageHead, summaryOf } from '#site/head/page-head.ts';
import type { SiteInfo } from '#site/site-info.ts';

export type GenericPage = DetailResponse<'pages'>;

export const genericPageHead = (site: SiteInfo, page: GenericPage) =>
  pageHead({
    site,
    path: hrefTo('/$slug', { slug: page.slug }),
    title: page.metaTitle || `${page.title} - ${site.name}`,
    description: page.metaDescription || summaryOf(`${page.title} information for ${site.name}.`),
    noindex: !page.isPublished,
    jsonLd: breadcrumbLd(site, [
      HOME,
      { name: page.title, path: hrefTo('/$slug', { slug: page.slug }) },
    ]),
  });
