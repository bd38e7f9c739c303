import type { Behaviour } from '#kit/behaviour.server.ts';
import type { Collection } from '#kit/collection.ts';
import { createReader } from '#kit/read.server.ts';
import type { Reader, ReaderOf } from '#kit/reader.server.ts';
import { allResponsesOf } from '#kit/responses.ts';
import { type CollectionParts, mountCollection, type PartsOf } from '#kit/routes.server.ts';
import { createWriter, type WriterOptions } from '#kit/write.server.ts';
import { recordChange } from '#modules/activity/record-change.server.ts';
import { mountCsv } from '#modules/csv/csv.routes.server.ts';
import { mountDrafts } from '#modules/drafts/item-drafts.routes.server.ts';
import { mountInnerLinks } from '#modules/link-checks/inner-links.routes.server.ts';
import { noteLinks } from '#modules/link-checks/link-uses.server.ts';
import { mountLinkTargets } from '#modules/link-targets/link-targets.routes.server.ts';
import { endReview } from '#modules/reviews/reviews.server.ts';
import { mountRevisions } from '#modules/revisions/revisions.routes.server.ts';
import { scheduleAppearance } from '#modules/schedule/appearance.server.ts';
import { createSearchIndex } from '#modules/search/index.server.ts';
import { mountSearch } from '#modules/search/search.routes.server.ts';
import { createSearch } from '#modules/search/search.server.ts';
import { mountUsedBy } from '#modules/used-by/used-by.routes.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import type { Api } from '#platform/http/endpoint.server.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { createBehaviours } from './behaviours.server.ts';
import { createChangeReader, mountChanges } from './changes/changes.routes.server.ts';
import { findClosedPairs } from './comparisons/closed-pairs.server.ts';
import { mountCompare } from './comparisons/compare.routes.server.ts';
import { comparisons } from './comparisons/comparisons.collection.ts';
import { followVendor } from './comparisons/follow-vendor.server.ts';
import { createPairFinder } from './comparisons/moved-pair.server.ts';
import { contentHubConfigs } from './content-hub/content-hub.collection.ts';
import { mountContentHub } from './content-hub/content-hub.routes.server.ts';
import { createAligner, mountCoverage } from './coverage/coverage.routes.server.ts';
import { createFeatureCounter } from './coverage/feature-counts.server.ts';
import { mountMatrix } from './coverage/matrix.routes.server.ts';
import { mountData } from './data/data.routes.server.ts';
import { mountFeatureCategories } from './features/feature-categories.routes.server.ts';
import { features } from './features/features.collection.ts';
import { createTextRenderer } from './glossary/text-renderer.server.ts';
import { mountCategories } from './news/categories.routes.server.ts';
import { news } from './news/news.collection.ts';
import { pages } from './pages/pages.collection.ts';
import { mountPages } from './pages/pages.routes.server.ts';
import { mountRedirects } from './redirects/redirects.routes.server.ts';
import {
  findRedirect,
  leaveRedirect,
  listMovedSlugs,
} from './redirects/redirects.service.server.ts';
import { documentedFeatures, searchKindsOf, searchReads, touchedBy } from './search.server.ts';
import { createVendorFinder } from './shared/find-vendor.server.ts';
import { withOpenReferences } from './shared/open-references.server.ts';
import { withoutOwnApiLinks } from './shared/own-api-links.server.ts';
import { withPictureHosts } from './shared/picture-hosts.server.ts';
import {
  createDraftCheck,
  createLiveCheck,
  createPathCheck,
} from './shared/public-paths.server.ts';
import { withRelatedInfo } from './shared/related-info.server.ts';
import { withRoleRules } from './shared/role-rules.server.ts';
import { mountShortlist } from './shortlist/shortlist.routes.server.ts';
import { styleGuides } from './style-guides/style-guides.collection.ts';
import { mountStyleGuides } from './style-guides/style-guides.routes.server.ts';
import { mountAlternatives } from './vendors/alternatives/alternatives.routes.server.ts';
import { followChosenVendor } from './vendors/alternatives/choices.server.ts';
import { mountVendorFacets } from './vendors/facets.routes.server.ts';
import { vendors } from './vendors/vendors.collection.ts';

export interface Content {
  registry: readonly Collection[];
  partsOf: PartsOf;
  mount(api: Api): void;
  /** Writes the search table where it is not written yet, or was written in another way. */
  fillSearch(): Promise<boolean>;
}

/** Counting walks the whole table, and a list's total only changes with its collection: it is counted once. */
const rememberCounts = (reader: Reader): Reader => {
  const remember = rememberUntilChange<number>();
  return {
    ...reader,
    count: (query) => {
      // Whoever searches may ask for anything; whoever is signed in sees more.
      if (query.viewer || query.q) return reader.count(query);
      const { category = [], filters = {} } = query;
      return remember(JSON.stringify([category, filters]), () => reader.count(query));
    },
  };
};

export interface ContentOptions {
  /** Where pictures may come from besides our own files. */
  imageHosts?: readonly string[];
  siteUrl?: string;
  /** Not for the starter content: nobody wrote it here. */
  recordsActivity?: boolean;
}

/** Every content type of a registry, working on one database. */
export const createContent = (
  registry: readonly Collection[],
  db: Database,
  {
    imageHosts = [],
    siteUrl = 'http://localhost:3000',
    recordsActivity = true,
  }: ContentOptions = {},
): Content => {
  const text = createTextRenderer(db, { imageHosts, siteUrl });
  const readerOf: ReaderOf = (collection) => partsOf(collection).reader;
  const places = { registry, readerOf, siteUrl, findClosedPairs };
  const behaviours = new Map<string, Behaviour>(
    Object.entries(createBehaviours(text, createLiveCheck(places))),
  );
  const closedPaths = createPathCheck({ ...places, findRedirect });
  const kinds = searchKindsOf(registry);
  const searchIndex = createSearchIndex({
    kinds,
    readerOf,
    featuresOf: documentedFeatures,
    moreOf: ({ name }, item) => behaviours.get(name)?.searchText?.(item) ?? '',
  });
  const afterAny: WriterOptions['afterAny'] = async (change, collection, tx) => {
    if (recordsActivity) await recordChange(tx, change, collection);
    await leaveRedirect(change, collection, tx);
    await scheduleAppearance(tx, change, collection);
    await endReview(tx, change, collection);
    await noteLinks(change, collection, { tx, ownHost: new URL(siteUrl).host });
    if (parts.has(comparisons.name))
      await followVendor(change, collection, { tx, writer: partsOf(comparisons).writer });
    if (parts.has(vendors.name))
      await followChosenVendor(change, collection, { tx, writer: partsOf(vendors).writer });
    for (const [of, ids] of await touchedBy(change, collection, tx)) {
      searchIndex.writeAtEnd(tx, of, ids);
    }
  };
  const parts = new Map<string, CollectionParts>(
    registry.map((collection) => {
      const own = withPictureHosts(collection, behaviours.get(collection.name) ?? {}, imageHosts);
      const outside = withoutOwnApiLinks(own, siteUrl);
      const open = withOpenReferences(collection, outside, { registry, readerOf });
      const whole = withRelatedInfo(collection, open, closedPaths);
      const behaviour = withRoleRules(collection, whole);
      const reader = rememberCounts(createReader(collection, db, behaviour));
      const writer = createWriter(collection, db, { behaviour, afterAny });
      const responses = allResponsesOf(collection, behaviour.responses);
      return [collection.name, { collection, reader, writer, behaviour, text, responses }];
    }),
  );

  const partsOf = <C extends Collection = Collection>(which: C | string): CollectionParts<C> => {
    const name = typeof which === 'string' ? which : which.name;
    const found = parts.get(name);
    if (!found) throw new Error(`No collection ${name}`);
    // Names are unique, so what was made for this name is of this definition.
    return found as CollectionParts<C>;
  };

  return {
    registry,
    partsOf,
    fillSearch: () => searchIndex.fill(db),
    mount: (api) => {
      // Fixed paths first, so that none of them can be taken for a slug or an id.
      const align = createAligner(readerOf);
      const findVendor = createVendorFinder(readerOf(vendors), (path) => findRedirect(db, path));
      mountCompare(api, { db, readerOf, align, findVendor });
      mountVendorFacets(api, {
        db,
        reader: readerOf(vendors),
        countFeatures: createFeatureCounter(db, readerOf(features)),
      });
      mountAlternatives(api, { db, readerOf });
      mountChanges(api, createChangeReader(db, readerOf));
      mountData(api, { db, siteUrl });
      mountCoverage(api, { db, readerOf, align });
      mountMatrix(api, { db, readerOf, align });
      mountShortlist(api, {
        readerOf,
        findVendor,
        listMovedSlugs: (folder, limit) => listMovedSlugs(db, folder, limit),
      });
      mountFeatureCategories(api, readerOf(features), db);
      mountPages(api, partsOf(pages), { db, readerOf });
      mountContentHub(api, db, { reader: readerOf(contentHubConfigs), closedPaths });
      mountCategories(api, db, readerOf(news));
      mountStyleGuides(api, partsOf(styleGuides), db);
      mountRedirects(api, db, {
        isDraft: createDraftCheck(places),
        findMoved: createPairFinder(findVendor),
      });
      mountSearch(api, {
        db,
        kinds,
        search: createSearch({ db, kinds, ...searchReads(db, kinds) }),
      });
      mountRevisions(api, { db, registry, partsOf });
      mountUsedBy(api, { db, registry, partsOf });
      mountDrafts(api, { db, registry, partsOf });
      mountLinkTargets(api, { db, closedPaths });
      mountInnerLinks(api, { db, registry, partsOf, closedPaths });
      mountCsv(api, { db, registry, partsOf });
      for (const part of parts.values()) mountCollection(api, part, { db, readerOf });
    },
  };
};
