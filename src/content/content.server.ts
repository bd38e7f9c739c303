import type { Behaviour, Effect } from '#kit/behaviour.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { createReader } from '#kit/read.server.ts';
import type { Reader, ReaderOf } from '#kit/reader.server.ts';
import { allResponsesOf } from '#kit/responses.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import { createWriter } from '#kit/write.server.ts';
import { recordChange } from '#modules/activity/record.server.ts';
import { answerCorrections } from '#modules/corrections/answer.server.ts';
import { noteLinks } from '#modules/link-checks/link-uses.server.ts';
import { createPageReader } from '#modules/page-text/page-text.server.ts';
import { createQuoteLookUp, keepQuotes } from '#modules/quotes/keep-quotes.server.ts';
import { endMark } from '#modules/ready/ready.server.ts';
import { createSearch } from '#modules/search/search.server.ts';
import { createSearchIndex } from '#modules/search/search-index.server.ts';
import { queueWebhooks } from '#modules/webhooks/queue-webhooks.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import type { Api } from '#platform/http/endpoint.server.ts';
import { idOfKey } from '#platform/http/params.ts';
import { rememberPerVersion } from '#platform/version/site-version.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { TypeSite } from '#site/type-site.ts';
import { createBehaviours } from './behaviours.server.ts';
import { followVendor } from './comparisons/comparisons.service.server.ts';
import { findClosedPairs } from './comparisons/pairs.server.ts';
import { createTextRenderer } from './glossary/text-renderer.server.ts';
import { findRedirect, leaveRedirect } from './redirects/redirects.service.server.ts';
import { createServedCheck } from './redirects/served-paths.server.ts';
import { documentedFeatures, featuresState, searchKindsOf, searchReads } from './search.server.ts';
import { createVendorFinder, textCardOf, type VendorFinder } from './shared/find-vendor.server.ts';
import { createPathChecks } from './shared/public-paths.server.ts';
import { createReservedCheck } from './shared/reserved-slugs.ts';
import { createAddressClaim } from './shared/root-address.server.ts';
import { wrapBehaviour } from './shared/wrappers.server.ts';
import { vendors } from './vendors/vendors.collection.ts';
import {
  createUnderstanding,
  followChosenVendor,
  withMeaning,
} from './vendors/vendors.service.server.ts';

/** Lists of more are not remembered: files of the open data name thousands. */
const MOST_CARDS = 50;

/**
 * An item that anonymous visitors are shown again and again is read once until it changes: a page asks for its item in several calls,
 * and counting walks the whole table.
 */
const remembering = (reader: Reader): Reader => {
  const counts = rememberPerVersion<number>();
  const items = rememberPerVersion<AnyItem | null>({ max: 100 });
  const cards = rememberPerVersion<AnyItem[]>({ max: 100 });
  // Signed-in users see more rows. An id is no slug.
  const one =
    <K extends string | number>(
      read: (viewer: Viewer, key: K) => Promise<AnyItem | null>,
      nameOf: (key: K) => string = String,
    ) =>
    (viewer: Viewer, key: K) =>
      viewer ? read(viewer, key) : items(nameOf(key), () => read(null, key));
  return {
    ...reader,
    byId: one(reader.byId),
    bySlug: one(reader.bySlug, (slug) => (idOfKey(slug) === undefined ? slug : `/${slug}`)),
    byKey: one(reader.byKey),
    cardsByIds: (viewer, ids) =>
      viewer || ids.length > MOST_CARDS
        ? reader.cardsByIds(viewer, ids)
        : cards(ids.join(), () => reader.cardsByIds(null, ids)),
    count: (query) => {
      // Search queries are unbounded.
      if (query.viewer || query.q) return reader.count(query);
      const { category = [], filters = {} } = query;
      return counts(JSON.stringify([category, filters]), () => reader.count(query));
    },
  };
};

export interface ContentOptions {
  /** Where pictures may come from besides our own files. */
  imageHosts?: readonly string[];
  siteUrl?: string;
  /** Not for the starter content: no editor wrote it. */
  recordsActivity?: boolean;
  /** Hosts that quotes may come from besides public ones. */
  allowHosts?: readonly string[];
  /** Of more documents the search knows the titles alone. */
  mostSearched?: number | undefined;
}

/** Every content type of a registry, working on one database, beside the pages that the site has. */
export const createContent = (
  { registry, sites }: { registry: readonly Collection[]; sites: readonly TypeSite[] },
  db: Database,
  {
    imageHosts = [],
    siteUrl = 'http://localhost:3000',
    recordsActivity = true,
    allowHosts = [],
    mostSearched,
  }: ContentOptions = {},
) => {
  const readerOf: ReaderOf = (collection) => partsOf(collection).reader;
  const findVendor: VendorFinder = createVendorFinder(
    (slug) => readerOf(vendors).bySlug(null, slug),
    (path) => findRedirect(db, path),
  );
  const text = createTextRenderer(db, { imageHosts, siteUrl }, async (slug) => {
    const vendor = await findVendor(slug);
    return vendor && textCardOf(vendor);
  });
  const isReserved = createReservedCheck(sites);
  const { isLive, isDraft, closedPaths } = createPathChecks({
    registry,
    readerOf,
    isReserved,
    siteUrl,
    findClosedPairs,
    findRedirect,
  });
  /** Known when everything is mounted. */
  let isApi = (_path: string) => false;
  const behaviours = new Map<string, Behaviour>(
    Object.entries(
      createBehaviours(text, {
        isLive,
        isServed: createServedCheck((path) => isApi(path)),
        closedPaths,
        claimAddress: createAddressClaim(isReserved),
      }),
    ),
  );
  const kinds = searchKindsOf(registry);
  const searchIndex = createSearchIndex({
    db,
    kinds,
    readerOf,
    featuresOf: (collection, ids) => documentedFeatures(db, collection, ids),
    stateBeyond: featuresState,
    moreOf: ({ name }, item) => behaviours.get(name)?.searchText?.(item) ?? '',
    most: mostSearched,
  });
  const search = createSearch({ index: searchIndex, kinds, ...searchReads(db, kinds) });
  const understandVendors = createUnderstanding(db, search);
  const partsOf = <C extends Collection = Collection>(which: C | string): CollectionParts<C> => {
    const name = typeof which === 'string' ? which : which.name;
    const found = parts.get(name);
    if (!found) throw new Error(`No collection ${name}`);
    // Names are unique, so the parts under this name are of this definition.
    return found as CollectionParts<C>;
  };
  /**
   * After every write of any type, in its transaction and in this order. The activity tells of a change before it tells of
   * what followed from it; an address leads on before other items take the new one.
   */
  const effects: Effect[] = [
    ...(recordsActivity ? [recordChange] : []),
    leaveRedirect,
    endMark,
    queueWebhooks,
    answerCorrections,
    noteLinks(new URL(siteUrl).host),
    keepQuotes,
    followVendor(partsOf),
    followChosenVendor(partsOf),
  ];
  const lookUp = createQuoteLookUp(db, createPageReader({ fetch: guardedFetch, allowHosts }));
  const around = { registry, readerOf, imageHosts, siteUrl, closedPaths };
  const parts = new Map<string, CollectionParts>(
    registry.map((collection) => {
      const behaviour = wrapBehaviour(behaviours.get(collection.name) ?? {}, collection, around);
      const counted = remembering(createReader(collection, db, behaviour));
      const reader =
        collection.name === vendors.name ? withMeaning(counted, understandVendors) : counted;
      const writer = createWriter(collection, db, { behaviour, effects });
      const responses = allResponsesOf(collection, behaviour.responses);
      return [collection.name, { collection, reader, writer, lookUp, behaviour, text, responses }];
    }),
  );

  return {
    registry,
    partsOf,
    readerOf,
    closedPaths,
    isDraft,
    findVendor,
    kinds,
    search,
    understandVendors,
    searchIndex,
    /** A redirect never starts at the path of a call. */
    keepCallsOf: (api: Api) => {
      isApi = (path) => api.isCall(path);
    },
  };
};

export type Content = ReturnType<typeof createContent>;
