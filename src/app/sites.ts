import { buyersGuidesSite } from '#content/buyers-guides/site.ts';
import { comparisonsSite } from '#content/comparisons/site.ts';
import { coverageSite } from '#content/coverage/site.ts';
import { faqSite } from '#content/faq/site.ts';
import { featuresSite } from '#content/features/site.ts';
import { glossarySite } from '#content/glossary/site.ts';
import { newsSite } from '#content/news/site.ts';
import { servicesSite } from '#content/services/site.ts';
import { typesSite } from '#content/types/site.ts';
import { useCasesSite } from '#content/use-cases/site.ts';
import { vendorsSite } from '#content/vendors/site.ts';
import type { TypeSite } from '#site/type-site.ts';
import { correctionsSite } from '#tools/corrections/site.ts';
import { dataSite } from '#tools/data/site.ts';
import { machinesSite } from '#tools/machines/site.ts';
import { needsSite } from '#tools/needs/site.ts';
import { shortlistSite } from '#tools/shortlist/site.ts';

/** Pages by the folder that holds them, in the order in which a reader meets them. */
export const sites: Readonly<Record<string, TypeSite>> = {
  'content/vendors': vendorsSite,
  'tools/needs': needsSite,
  'content/comparisons': comparisonsSite,
  'tools/shortlist': shortlistSite,
  'content/buyers-guides': buyersGuidesSite,
  'content/use-cases': useCasesSite,
  'content/features': featuresSite,
  'content/coverage': coverageSite,
  'tools/corrections': correctionsSite,
  'tools/data': dataSite,
  'tools/machines': machinesSite,
  'content/services': servicesSite,
  'content/types': typesSite,
  'content/faq': faqSite,
  'content/glossary': glossarySite,
  'content/news': newsSite,
};

export const siteList: readonly TypeSite[] = Object.values(sites);

const COMPOSED = siteList.flatMap(({ folder, composed }) =>
  composed ? [{ folder, composed }] : [],
);

/** Whether visitors compose such an address themselves; its API address counts too. */
export const isComposed = (path: string): boolean => {
  const place = path.replace(/^\/api(?=\/)/, '');
  return COMPOSED.some(
    ({ folder, composed }) => place.startsWith(`${folder}/`) && composed.test(place),
  );
};
