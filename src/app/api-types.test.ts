import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { adminGet, adminList, adminSend } from '#admin/api/admin-api.ts';
import type { FormOf } from '#admin/editor/form-types.ts';
import type { ItemEditor } from '#admin/editor/use-item-editor.ts';
import type { Body, CardResponse, DetailResponse, PathOf, ResponseOf } from '#client/api-calls.ts';
import type { createBehaviours } from '#content/behaviours.server.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { Behaviour } from '#kit/behaviour.server.ts';
import type { Collection } from '#kit/collection.ts';
import { tableOf } from '#kit/table.server.ts';
import { listQuery, pathQuery } from '#site/api/queries.ts';

type Behaviours = ReturnType<typeof createBehaviours>;
/** The content types that declare a response and send another. */
type Untrue = {
  [Name in keyof Behaviours]: Behaviours[Name] extends { responses: infer Declared extends object }
    ? Behaviours[Name] extends Behaviour<Collection, Declared>
      ? never
      : Name
    : never;
}[keyof Behaviours];

/** These fail when the types are checked, not when they run. */
describe('types from the definition to the screen', () => {
  it('knows the columns of a table by the fields', () => {
    const table = tableOf(vendors);
    expectTypeOf<(typeof table)['$inferSelect']['name']>().toEqualTypeOf<string>();
    expectTypeOf<(typeof table)['$inferSelect']['founded']>().toEqualTypeOf<string | null>();
    // @ts-expect-error A misspelled field does not compile.
    table.naem;
  });

  it('makes a card of what the definition names, and a page of everything', () => {
    expectTypeOf<CardResponse<'vendors'>['name']>().toEqualTypeOf<string>();
    expectTypeOf<CardResponse<'vendors'>>().not.toHaveProperty('pricing');
    expectTypeOf<DetailResponse<'vendors'>['pricing']>().toEqualTypeOf<string | null>();
    expectTypeOf<
      DetailResponse<'vendors'>['relatedVendors'][number]['slug']
    >().toEqualTypeOf<string>();
    expectTypeOf<DetailResponse<'use-cases'>['faqs'][number]['html']>().toEqualTypeOf<string>();
  });

  it('knows what a form holds by the fields', () => {
    expectTypeOf<FormOf<typeof vendors>>().toHaveProperty('founded');
    expectTypeOf<FormOf<typeof vendors>>().not.toHaveProperty('fonded');
  });

  it('types what a call answers by its endpoint', () => {
    expectTypeOf<ResponseOf<'get', '/api/vendor-facets'>['total']>().toEqualTypeOf<number>();
    expectTypeOf<
      ResponseOf<'get', '/api/{collection}/{id}/used-by'>[number]['fields']
    >().toEqualTypeOf<string[]>();
    expectTypeOf<ResponseOf<'get', '/api/pages/slug/{slug}'>['title']>().toEqualTypeOf<string>();
    expectTypeOf<'/api/vendor-facet'>().not.toExtend<PathOf<'get'>>();
  });

  it('holds what a content type sends against what it declares', () => {
    expectTypeOf<Untrue>().toBeNever();
  });

  it('types what a call takes by its endpoint', () => {
    expectTypeOf<Body<'patch', '/api/users/{id}'>['role']>().toEqualTypeOf<
      'viewer' | 'editor' | 'publisher' | 'owner'
    >();
    expectTypeOf<Body<'put', '/api/vendors/{id}'>['founded']>().toEqualTypeOf<
      string | null | undefined
    >();
    expectTypeOf<Body<'post', '/api/vendors'>['name']>().toEqualTypeOf<string>();
    expectTypeOf<Body<'put', '/api/vendors/{id}'>['name']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Body<'post', '/api/news'>>().not.toHaveProperty('rewriteRecord');
    expectTypeOf<Body<'delete', '/api/vendors/{id}'>>().toEqualTypeOf<undefined>();
  });
});

const related = { related: z.array(z.string()) };
const responses = { detail: { ...related, best: z.string().optional() }, list: related };
type Declared = Behaviour<typeof vendors, typeof responses>;

export const wrongBehaviours = [
  // @ts-expect-error the field is called `related`
  { present: async () => ({ relatd: [], best: 'x' }) } satisfies Declared,
  // @ts-expect-error optional fields are checked, too
  { present: async () => ({ related: [], bset: 'x' }) } satisfies Declared,
  // @ts-expect-error a number is no text
  { present: async () => ({ related: [1], best: 'x' }) } satisfies Declared,
  // @ts-expect-error no field of a vendor, and not declared
  { present: async () => ({ relatedVendors: [] }) } satisfies Behaviour<typeof vendors>,
  // @ts-expect-error the items of a list lack it
  { presentList: async (items) => items } satisfies Declared,
];

const params = { id: 1 };

/** Never called: they only have to be compiled. */
export const wrongForms = ({ state, change }: ItemEditor<typeof vendors>) => [
  // @ts-expect-error a misspelled field
  state.values.naem,
  // @ts-expect-error a misspelled field
  state.errors.naem,
  // @ts-expect-error a misspelled field
  change({ naem: '' }),
];

/** Never called: they only have to be compiled. */
export const wrongReads = () => [
  // @ts-expect-error there is no such call
  adminGet('/api/vendor-facet'),
  // @ts-expect-error the path names an id
  adminGet('/api/users/{id}/sessions'),
  // @ts-expect-error a name is no id
  adminGet('/api/users/{id}/sessions', { id: 'edith' }),
  // @ts-expect-error the parameter is called `limit`
  adminGet('/api/activity', { limmit: 10 }),
  // @ts-expect-error a kind that there is not
  adminGet('/api/upkeep', { kind: 'stale-facts' }),
  // @ts-expect-error there is no such list
  adminList('/api/vendorz'),
  // @ts-expect-error the filter is called `vendor`
  adminList('/api/coverage', { vender: 'addepar' }),
  // @ts-expect-error there is no such call
  pathQuery('/api/compares/{pair}', { pair: 'addepar-vs-masttro' }),
  // @ts-expect-error there is no such collection
  listQuery('vendorz'),
  // @ts-expect-error vendors are not filtered so
  listQuery('vendors', { markets: ['Europe'] }),
];

export const wrongWrites = () => [
  // @ts-expect-error there is no such call
  adminSend('POST', '/api/bulk-edit', { body: { collection: 'vendors' } }),
  // @ts-expect-error the call is there, under another method
  adminSend('PUT', '/api/bulk-edits', { body: { collection: 'vendors' } }),
  // @ts-expect-error the path names an id
  adminSend('DELETE', '/api/users/{id}'),
  // @ts-expect-error the body is missing
  adminSend('PATCH', '/api/users/{id}', { params }),
  // @ts-expect-error the field is called `role`
  adminSend('PATCH', '/api/users/{id}', { params, body: { roll: 'editor' } }),
  // @ts-expect-error there is no such role
  adminSend('PATCH', '/api/users/{id}', { params, body: { role: 'boss' } }),
  // @ts-expect-error the call takes no body
  adminSend('DELETE', '/api/users/{id}', { params, body: { role: 'editor' } }),
  // @ts-expect-error the field is called `fromPath`
  adminSend('POST', '/api/redirects', { body: { formPath: '/a', toPath: '/b' } }),
  // @ts-expect-error an address leads nowhere without `toPath`
  adminSend('POST', '/api/redirects', { body: { fromPath: '/a' } }),
  // @ts-expect-error the server derives it
  adminSend('PUT', '/api/vendors/{id}', { params, body: { aumBands: ['any'] } }),
  // @ts-expect-error a status that there is not
  adminSend('PUT', '/api/news/{id}', { params, body: { status: 'publishd' } }),
  // @ts-expect-error the parameter is called `confirm`
  adminSend('POST', '/api/news/{id}/publish', { params: { id: 1, confirmed: 'true' } }),
];
