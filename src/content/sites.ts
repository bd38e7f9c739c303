import type { TypeSite } from '#site/type-site.ts';
import { buyersGuidesSite } from './buyers-guides/site.ts';
import { changesSite } from './changes/site.ts';
import { comparisonsSite } from './comparisons/site.ts';
import { coverageSite } from './coverage/site.ts';
import { dataSite } from './data/site.ts';
import { faqSite } from './faq/site.ts';
import { featuresSite } from './features/site.ts';
import { glossarySite } from './glossary/site.ts';
import { newsSite } from './news/site.ts';
import { servicesSite } from './services/site.ts';
import { shortlistSite } from './shortlist/site.ts';
import { typesSite } from './types/site.ts';
import { useCasesSite } from './use-cases/site.ts';
import { vendorsSite } from './vendors/site.ts';

/** What each type with pages says about them, by its folder, in the order in which a reader meets them. */
export const sites: Readonly<Record<string, TypeSite>> = {
  vendors: vendorsSite,
  comparisons: comparisonsSite,
  shortlist: shortlistSite,
  'buyers-guides': buyersGuidesSite,
  'use-cases': useCasesSite,
  features: featuresSite,
  coverage: coverageSite,
  changes: changesSite,
  data: dataSite,
  services: servicesSite,
  types: typesSite,
  faq: faqSite,
  glossary: glossarySite,
  news: newsSite,
};

export const siteList: readonly TypeSite[] = Object.values(sites);
