import { mountCollection } from '#kit/routes.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import type { Api } from '#platform/http/endpoint.server.ts';
import { mountCompare } from './comparisons/compare.routes.server.ts';
import type { Content } from './content.server.ts';
import { contentHubConfigs } from './content-hub/content-hub.collection.ts';
import { mountContentHub } from './content-hub/content-hub.routes.server.ts';
import { mountCoverage } from './coverage/coverage.routes.server.ts';
import { mountMatrix } from './coverage/matrix.routes.server.ts';
import { mountFeatureCategories } from './features/feature-categories.routes.server.ts';
import { mountCategories } from './news/categories.routes.server.ts';
import { news } from './news/news.collection.ts';
import { pages } from './pages/pages.collection.ts';
import { mountPages } from './pages/pages.routes.server.ts';
import { mountRedirects } from './redirects/redirects.routes.server.ts';
import { styleGuides } from './style-guides/style-guides.collection.ts';
import { mountStyleGuides } from './style-guides/style-guides.routes.server.ts';
import { mountAlternatives } from './vendors/alternatives/alternatives.server.ts';
import { mountVendorFacets } from './vendors/facets.routes.server.ts';

/** Calls of single content types. */
export const mountTypes = (api: Api, db: Database, content: Content) => {
  const { readerOf, partsOf, findVendor, closedPaths } = content;
  const parts = { db, readerOf, findVendor, understand: content.understandVendors };
  return [
    ...mountCompare(api, parts),
    ...mountVendorFacets(api, parts),
    ...mountAlternatives(api, parts),
    ...mountCoverage(api, parts),
    ...mountMatrix(api, parts),
    ...mountFeatureCategories(api, parts),
    ...mountPages(api, partsOf(pages), { db, readerOf }),
    ...mountContentHub(api, db, { reader: readerOf(contentHubConfigs), closedPaths }),
    ...mountCategories(api, db, readerOf(news)),
    ...mountStyleGuides(api, partsOf(styleGuides), db),
    ...mountRedirects(api, db, content.isDraft),
  ];
};

/** Calls that every type has; they come after all others, so that no fixed path is taken for a slug or an id. */
export const mountCollections = (api: Api, db: Database, content: Content) => {
  content.keepCallsOf(api);
  for (const collection of content.registry) {
    mountCollection(api, content.partsOf(collection), { db, readerOf: content.readerOf });
  }
};
