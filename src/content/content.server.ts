import type { Collection } from '#kit/collection.ts';
import { createReader } from '#kit/read.server.ts';
import { type CollectionParts, mountCollection } from '#kit/routes.server.ts';
import { createWriter, type WriterOptions } from '#kit/write.server.ts';
import { mountRevisions } from '#modules/revisions/revisions.routes.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import type { Api } from '#platform/http/endpoint.server.ts';
import { createBehaviours } from './behaviours.server.ts';
import { mountCompare } from './comparisons/compare.routes.server.ts';
import { followVendor } from './comparisons/follow-vendor.server.ts';
import { createPairFinder } from './comparisons/moved-pair.server.ts';
import { mountContentHub } from './content-hub/content-hub.routes.server.ts';
import { mountFeatureCategories } from './features/feature-categories.routes.server.ts';
import { createTextRenderer } from './glossary/text-renderer.server.ts';
import { mountCategories } from './news/categories.routes.server.ts';
import { mountPages } from './pages/pages.routes.server.ts';
import { mountRedirects } from './redirects/redirects.routes.server.ts';
import { findRedirect, leaveRedirect } from './redirects/redirects.service.server.ts';
import { createDraftCheck, createPathCheck } from './shared/public-paths.server.ts';
import { withRelatedInfo } from './shared/related-info.server.ts';
import { rememberCounts } from './shared/remember-counts.server.ts';
import { mountStyleGuides } from './style-guides/style-guides.routes.server.ts';
import { mountVendorFacets } from './vendors/facets.routes.server.ts';

export interface Content {
  registry: readonly Collection[];
  partsOf(name: string): CollectionParts;
  mount(api: Api): void;
  close(): void;
}

/** Every content type of a registry, working on one database. */
export const createContent = (registry: readonly Collection[], db: Database): Content => {
  const text = createTextRenderer(db);
  const behaviours = createBehaviours(text);
  const readerOf = (name: string) => partsOf(name).reader;
  const closedPaths = createPathCheck({ registry, readerOf, findRedirect });
  const afterAny: WriterOptions['afterAny'] = async (change, collection, tx) => {
    await leaveRedirect(change, collection, tx);
    const writer = parts.get('comparisons')?.writer;
    if (writer) await followVendor(change, collection, { tx, writer });
  };
  const parts = new Map<string, CollectionParts>(
    registry.map((collection) => {
      const behaviour = withRelatedInfo(collection, behaviours[collection.name] ?? {}, closedPaths);
      const reader = rememberCounts(createReader(collection, db, behaviour), [
        collection.name,
        ...(behaviour.dependsOn ?? []),
      ]);
      const writer = createWriter(collection, db, { behaviour, afterAny });
      return [collection.name, { collection, reader, writer, behaviour, text }];
    }),
  );

  const partsOf = (name: string) => {
    const found = parts.get(name);
    if (!found) throw new Error(`No collection ${name}`);
    return found;
  };

  return {
    registry,
    partsOf,
    close: text.close,
    mount: (api) => {
      // Fixed paths first, so that none of them can be taken for a slug or an id.
      mountCompare(api, db);
      mountVendorFacets(api, partsOf('vendors').reader, db);
      mountFeatureCategories(api, partsOf('features').reader, db);
      mountPages(api, partsOf('pages'), db);
      mountContentHub(api, db, closedPaths);
      mountCategories(api, db);
      mountStyleGuides(api, partsOf('style-guides'), db);
      mountRedirects(api, db, {
        isDraft: createDraftCheck({ registry, readerOf }),
        findMoved: createPairFinder(db, findRedirect),
      });
      mountRevisions(api, { db, registry, partsOf });
      for (const part of parts.values()) mountCollection(api, part, db);
    },
  };
};
