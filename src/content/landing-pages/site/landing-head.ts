import { excerpt } from '#content/shared/excerpt.ts';
import { breadcrumbLd } from '#site/head/json-ld.ts';
import { pageHead } from '#site/head/page-head.ts';
import type { ItemPage } from '#site/item-page.ts';
import type { SiteInfo } from '#site/router.tsx';
import type { VendorCardData } from '#site/vendor-card.tsx';
import type { LandingPage } from '../landing-pages.collection.ts';

export type LandingPageData = ItemPage<LandingPage> & {
  keyFeatures: string[];
  vendors: VendorCardData[];
  faqs: { id: number; slug: string; question: string; answer: string }[];
};

const DESCRIPTION_LENGTH = 120;

export const landingHead = (site: SiteInfo, page: LandingPageData) =>
  pageHead({
    site,
    path: `/${page.slug}`,
    title: page.metaTitle || `${page.title} - Complete Guide to ${page.primaryKeyword}`,
    description: page.metaDescription || excerpt(page.introduction, DESCRIPTION_LENGTH),
    noindex: !page.isPublished,
    jsonLd: breadcrumbLd(site, [
      { name: 'Home', path: '/' },
      { name: page.title, path: `/${page.slug}` },
    ]),
  });
