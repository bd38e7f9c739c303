import type * as z from 'zod';
import type { Call } from '#client/api-calls.ts';
import type { CardOf, Collection, DetailOf, ItemOf, ValuesOf } from '#kit/collection.ts';
import type { Field } from '#kit/fields.ts';
import type { ListInput } from '#kit/list-query.ts';
import type { success, With } from '#kit/responses.ts';
import type { mountActivity } from '#modules/activity/activity.routes.server.ts';
import type { mountAuth } from '#modules/auth/auth.routes.server.ts';
import type { mountCounts } from '#modules/counts/counts.routes.server.ts';
import type { mountCsv } from '#modules/csv/csv.routes.server.ts';
import type { mountDeskSearch } from '#modules/desk-search/desk-search.routes.server.ts';
import type { mountDrafts } from '#modules/drafts/item-drafts.routes.server.ts';
import type { mountImages } from '#modules/image-search/images.routes.server.ts';
import type { mountInnerLinks } from '#modules/link-checks/inner-links.routes.server.ts';
import type { mountLinkChecks } from '#modules/link-checks/link-checks.routes.server.ts';
import type { mountLinkTargets } from '#modules/link-targets/link-targets.routes.server.ts';
import type { mountUsers } from '#modules/people/users.routes.server.ts';
import type { mountPreview } from '#modules/preview/preview.routes.server.ts';
import type { mountPreviewLinks } from '#modules/preview-links/preview-links.routes.server.ts';
import type { mountRelatedInfo } from '#modules/related-info/related-info.routes.server.ts';
import type { mountReviews } from '#modules/reviews/reviews.routes.server.ts';
import type { mountRevisions } from '#modules/revisions/revisions.routes.server.ts';
import type { mountSchedule } from '#modules/schedule/schedule.routes.server.ts';
import type { mountSearch } from '#modules/search/search.routes.server.ts';
import type { mountSeo } from '#modules/seo-generation/seo.routes.server.ts';
import type { mountUpkeep } from '#modules/upkeep/upkeep.routes.server.ts';
import type { mountMedia } from '#modules/uploads/media.routes.server.ts';
import type { mountUploads } from '#modules/uploads/uploads.routes.server.ts';
import type { mountUsedBy } from '#modules/used-by/used-by.routes.server.ts';
import type { mountValues } from '#modules/values/values.routes.server.ts';
import type { mountMissingPages } from '#modules/visits/missing-pages.routes.server.ts';
import type { Called } from '#platform/http/endpoint.server.ts';
import type { confirmQuery, idParam } from '#platform/http/params.ts';
import type { createBehaviours } from './behaviours.server.ts';
import type { mountChanges } from './changes/changes.routes.server.ts';
import type { mountCompare } from './comparisons/compare.routes.server.ts';
import type { mountContentHub } from './content-hub/content-hub.routes.server.ts';
import type { mountCoverage } from './coverage/coverage.routes.server.ts';
import type { mountMatrix } from './coverage/matrix.routes.server.ts';
import type { mountData } from './data/data.routes.server.ts';
import type { mountFeatureCategories } from './features/feature-categories.routes.server.ts';
import type { AnyCollection } from './index.ts';
import type { mountCategories } from './news/categories.routes.server.ts';
import type { mountNewsDesk } from './news/news-desk.routes.server.ts';
import type { mountPages } from './pages/pages.routes.server.ts';
import type { mountRedirects } from './redirects/redirects.routes.server.ts';
import type { mountShortlist } from './shortlist/shortlist.routes.server.ts';
import type { mountStyleGuides } from './style-guides/style-guides.routes.server.ts';
import type { mountAlternatives } from './vendors/alternatives/alternatives.routes.server.ts';
import type { mountVendorFacets } from './vendors/facets.routes.server.ts';

type Mounts =
  | typeof mountActivity
  | typeof mountAlternatives
  | typeof mountAuth
  | typeof mountCategories
  | typeof mountChanges
  | typeof mountCompare
  | typeof mountContentHub
  | typeof mountCounts
  | typeof mountCoverage
  | typeof mountDrafts
  | typeof mountData
  | typeof mountDeskSearch
  | typeof mountFeatureCategories
  | typeof mountImages
  | typeof mountLinkTargets
  | typeof mountMatrix
  | typeof mountMedia
  | typeof mountCsv
  | typeof mountInnerLinks
  | typeof mountLinkChecks
  | typeof mountMissingPages
  | typeof mountNewsDesk
  | typeof mountPages
  | typeof mountPreview
  | typeof mountPreviewLinks
  | typeof mountRedirects
  | typeof mountRelatedInfo
  | typeof mountReviews
  | typeof mountRevisions
  | typeof mountSearch
  | typeof mountSchedule
  | typeof mountSeo
  | typeof mountShortlist
  | typeof mountStyleGuides
  | typeof mountUpkeep
  | typeof mountUploads
  | typeof mountUsedBy
  | typeof mountUsers
  | typeof mountValues
  | typeof mountVendorFacets;

/** By path. */
type EndpointCalls<C extends Called> = {
  [One in C as One['path']]: Call<
    z.output<NonNullable<One['params']>>,
    z.input<NonNullable<One['query']>>,
    z.input<NonNullable<One['body']>>,
    z.output<NonNullable<One['response']>>
  >;
};

type CallsBy<Method> = EndpointCalls<Extract<ReturnType<Mounts>[number], { method: Method }>>;

/** Its endpoint is written for every collection; of pages it sends what their own call does. */
type PageBySlug = Record<
  Extract<keyof CallsBy<'get'>, '/api/pages/slug/{slug}'>,
  { response: Collections['pages']['detail'] }
>;

type Behaviours = ReturnType<typeof createBehaviours>;

/** What a content type's behaviour adds to its responses. */
type AddedBy<Name> = Name extends keyof Behaviours
  ? Behaviours[Name] extends { responses: infer Added }
    ? Added
    : unknown
  : unknown;

type FiltersOf<Name> = Name extends keyof Behaviours
  ? Behaviours[Name] extends { filters: infer Filters }
    ? keyof Filters
    : never
  : never;

/** Names of the fields whose options say so. */
type KeyWith<C extends Collection, Given> = {
  [K in keyof C['fields']]: C['fields'][K] extends Field<unknown, Given> ? K : never;
}[keyof C['fields']];

/** What a request may write, and what it has to write of an item that is new. */
type Change<C extends Collection> = Partial<Omit<ValuesOf<C>, KeyWith<C, { server: true }>>>;
type New<C extends Collection> = Change<C> & Pick<ValuesOf<C>, KeyWith<C, { required: true }>>;

type Collections = {
  [C in AnyCollection as C['name']]: {
    query: ListInput<FiltersOf<C['name']>>;
    item: With<ItemOf<C>, AddedBy<C['name']>, 'list'>;
    card: With<With<CardOf<C>, AddedBy<C['name']>, 'list'>, AddedBy<C['name']>, 'card'>;
    detail: With<DetailOf<C>, AddedBy<C['name']>, 'detail'>;
    created: New<C>;
    changed: Change<C>;
  };
};

type Id = z.output<typeof idParam>;

type Write<Name extends keyof Collections, Params, Kind extends 'created' | 'changed'> = Call<
  Params,
  z.input<typeof confirmQuery>,
  Collections[Name][Kind],
  Collections[Name]['detail']
>;

/** What `mountCollection` mounts for each of them. */
interface CollectionCalls {
  get: {
    [Name in keyof Collections as `/api/${Name}`]: Call<
      undefined,
      Collections[Name]['query'],
      undefined,
      Collections[Name]['item'][]
    >;
  };
  post: { [Name in keyof Collections as `/api/${Name}`]: Write<Name, undefined, 'created'> };
  put: { [Name in keyof Collections as `/api/${Name}/{id}`]: Write<Name, Id, 'changed'> };
  delete: Record<
    `/api/${keyof Collections}/{id}`,
    Call<Id, undefined, undefined, z.output<typeof success>>
  >;
}

declare module '#client/api-calls.ts' {
  interface ApiRegister {
    calls: {
      get: CallsBy<'get'> & PageBySlug & CollectionCalls['get'];
      post: CallsBy<'post'> & CollectionCalls['post'];
      put: CallsBy<'put'> & CollectionCalls['put'];
      patch: CallsBy<'patch'>;
      delete: CallsBy<'delete'> & CollectionCalls['delete'];
    };
    collections: Collections;
  }
}
