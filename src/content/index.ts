import type { Collection } from '#kit/collection.ts';
import { buyersGuides } from './buyers-guides/buyers-guides.collection.ts';
import { comparisons } from './comparisons/comparisons.collection.ts';
import { contentHubConfigs } from './content-hub/content-hub.collection.ts';
import { coverage } from './coverage/coverage.collection.ts';
import { ctaBanners } from './cta-banners/cta-banners.collection.ts';
import { faq } from './faq/faq.collection.ts';
import { features } from './features/features.collection.ts';
import { glossary } from './glossary/glossary.collection.ts';
import { landingPages } from './landing-pages/landing-pages.collection.ts';
import { news } from './news/news.collection.ts';
import { pages } from './pages/pages.collection.ts';
import { redirects } from './redirects/redirects.collection.ts';
import { searchTerms } from './search-terms/search-terms.collection.ts';
import { serviceProviders } from './service-providers/service-providers.collection.ts';
import { services } from './services/services.collection.ts';
import { styleGuides } from './style-guides/style-guides.collection.ts';
import { types } from './types/types.collection.ts';
import { useCases } from './use-cases/use-cases.collection.ts';
import { vendors } from './vendors/vendors.collection.ts';

const collections = [
  vendors,
  features,
  landingPages,
  news,
  faq,
  glossary,
  services,
  types,
  pages,
  searchTerms,
  contentHubConfigs,
  serviceProviders,
  useCases,
  buyersGuides,
  comparisons,
  coverage,
  ctaBanners,
  redirects,
  styleGuides,
] as const;

export type AnyCollection = (typeof collections)[number];

/** Every content type, in the order of the panel's tabs. */
export const registry: readonly Collection[] = collections;
