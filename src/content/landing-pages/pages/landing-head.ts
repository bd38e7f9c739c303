import type { DetailResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { excerpt } from '#platform/text/excerpt.ts';
import { breadcrumbLd, pageHead } from '#site/head/page-head.ts';
import type { SiteInfo } from '#site/site-info.ts';

export type LandingPageData = DetailResponse<'landing-pages'>;

const DESCRIPTION_LENGTH = 120;

export const landingHead = (site: SiteInfo, page: LandingPageData) =>
  pageHead({
    site,
    path: hrefTo('/$slug', { slug: page.slug }),
    title: page.metaTitle || `${page.title} - Complete Guide to ${page.primaryKeyword}`,
    description: page.metaDescription || excerpt(page.introduction, DESCRIPTION_LENGTH),
    noindex: !page.isPublished,
    jsonLd: breadcrumbLd(site, [
      { name: 'Home', path: hrefTo('/') },
      { name: page.title, path: hrefTo('/$slug', { slug: page.slug }) },
    ]),
  });
