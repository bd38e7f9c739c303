import type * as z from 'zod';
import type { Call } from '#client/api-calls.ts';
import type { createBehaviours } from '#content/behaviours.server.ts';
import type { AnyCollection } from '#content/index.ts';
import type { CardOf, Collection, DetailOf, ItemOf, ValuesOf } from '#kit/collection.ts';
import type { Field } from '#kit/fields.ts';
import type { ListInput } from '#kit/list-query.ts';
import type { success, With } from '#kit/responses.ts';
import type { Called } from '#platform/http/endpoint.server.ts';
import type { confirmQuery, idParam } from '#platform/http/params.ts';
import type { mountCalls } from './calls.server.ts';

/** By path. */
type EndpointCalls<C extends Called> = {
  [One in C as One['path']]: Call<
    z.output<NonNullable<One['params']>>,
    z.input<NonNullable<One['query']>>,
    z.input<NonNullable<One['body']>>,
    z.output<NonNullable<One['response']>>
  >;
};

type CallsBy<Method> = EndpointCalls<
  Extract<ReturnType<typeof mountCalls>[number], { method: Method }>
>;

/** Its endpoint is written for every collection; for pages it sends their own detail. */
type PageBySlug = Record<
  Extract<keyof CallsBy<'get'>, '/api/pages/slug/{slug}'>,
  { response: Collections['pages']['detail'] }
>;

type Behaviours = ReturnType<typeof createBehaviours>;

/** Response fields that a content type's behaviour adds. */
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

/** Fields that a request may write, and those it must write for a new item. */
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

/** Mounted by `mountCollection` for each type. */
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
