import * as z from 'zod';
import { makeOnce } from '#platform/db/idempotency.server.ts';
import { orNotFound } from '#platform/errors.ts';
import { type Api, endpoint, WRITE_FAILURES as FAILURES } from '#platform/http/endpoint.server.ts';
import { PART_HEADERS, partSchema, readPart } from '#platform/http/list-part.server.ts';
import { confirmQuery, idParam, keyParam } from '#platform/http/params.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Behaviour, LookUp, ReadContext } from './behaviour.server.ts';
import { type AnyItem, type Collection, markdownFieldsOf, slugFieldOf } from './collection.ts';
import { documentOf } from './document.ts';
import { listQuery, toListQuery } from './list-query.ts';
import type { Reader } from './reader.server.ts';
import { type CollectionResponses, success } from './responses.ts';
import type { TextRenderer } from './text-renderer.ts';
import { createSchema, updateSchema } from './validators.ts';
import type { Writer } from './write.server.ts';

export interface CollectionParts<C extends Collection = Collection> {
  collection: C;
  reader: Reader<C>;
  writer: Writer<C>;
  lookUp: LookUp;
  behaviour: Behaviour;
  text: TextRenderer;
  responses: CollectionResponses;
}

/** The parts of one collection; typed where it is given by its definition. */
export type PartsOf = <C extends Collection = Collection>(which: C | string) => CollectionParts<C>;

const CARD_EXCERPT = 300;

/** Fields for editors only are null to anonymous visitors. */
export const hideFrom = <Item extends AnyItem>(
  viewer: Viewer,
  item: Item,
  { fields }: Collection,
): Item => {
  if (viewer) return item;
  const hidden = Object.keys(item).filter((key) => fields[key]?.editorsOnly);
  return { ...item, ...Object.fromEntries(hidden.map((key) => [key, null])) };
};

export const presentItem = async (
  { collection, behaviour, text }: CollectionParts,
  item: AnyItem,
  context: ReadContext,
) => {
  const slugField = slugFieldOf(collection);
  const of = { collection: collection.name, slug: slugField ? String(item[slugField]) : '' };
  const shown = hideFrom(context.viewer, item, collection);
  const html: Record<string, string> = {};
  for (const [key, field] of markdownFieldsOf(collection)) {
    const source = shown[key];
    if (typeof source !== 'string' || source === '') continue;
    html[key] = await text.render(source, { autoLink: field.autoLink ?? false, of });
  }
  return { ...shown, html, ...(await behaviour.present?.(item, context)) };
};

const presentCard = ({ collection, behaviour, text }: CollectionParts, item: AnyItem) => {
  const cut = { ...item };
  for (const [key] of markdownFieldsOf(collection)) {
    const source = cut[key];
    if (typeof source === 'string') cut[key] = text.excerpt(source, CARD_EXCERPT);
  }
  return behaviour.presentCard?.(cut) ?? cut;
};

export const mountCollection = (
  api: Api,
  parts: CollectionParts,
  context: Omit<ReadContext, 'viewer'>,
) => {
  const { collection, reader, writer, lookUp, behaviour, responses } = parts;
  const { one } = collection.label;
  const { names, tag, label, examples } = documentOf(collection);
  const path = `/api/${collection.name}`;
  const read = { tag, method: 'get' } as const;
  const filters = behaviour.filters ?? {};
  const refusal = Object.values(filters).find((filter) => filter.refusal)?.refusal;
  const write = { tag, access: 'editor', label, response: responses.detail } as const;
  /** A write responds with what reading the item would give. */
  const present = (viewer: Viewer, item: AnyItem) =>
    presentItem(parts, item, { ...context, viewer });
  const change = { ...write, path: `${path}/{id}`, params: idParam, isVersioned: true } as const;

  endpoint(api, {
    ...read,
    id: `list${names.many}`,
    path,
    summary: `List of ${collection.label.many}`,
    access: collection.signedInOnly ? 'viewer' : 'public',
    cacheable: true,
    query: listQuery(filters),
    response: z.union([partSchema(responses.listed), partSchema(responses.card)]),
    headers: PART_HEADERS,
    ...(refusal && { failures: { 401: refusal } }),
    examples: { response: examples && [examples.item] },
    handle: async ({ c, viewer, query }) => {
      const isCard = query.view === 'card';
      const list = isCard ? reader.listCards : reader.list;
      const asked = { ...toListQuery(filters, viewer, query), declared: query };
      const part = await readPart(c, { list, count: reader.count }, asked);
      const items = part.map((item) => hideFrom(viewer, item, collection));
      const shown = (await behaviour.presentList?.(items, { ...context, viewer })) ?? items;
      return isCard ? shown.map((item) => presentCard(parts, item)) : shown;
    },
  });

  endpoint(api, {
    ...read,
    id: `get${names.one}`,
    path: `${path}/{id}`,
    summary: `One ${one}, by slug or id`,
    access: collection.signedInOnly === 'all' ? 'viewer' : 'public',
    cacheable: true,
    params: keyParam,
    response: responses.detail,
    headers: z.object({ ETag: z.string().optional() }),
    failures: { 404: 'Not there, or not visible' },
    handle: async ({ c, viewer, params }) => {
      const item = orNotFound(await reader.byKey(viewer, params.id), one);
      if (viewer) c.header('ETag', `"v${item.version}"`);
      return present(viewer, item);
    },
  });

  endpoint(api, {
    ...write,
    id: `create${names.one}`,
    method: 'post',
    path,
    summary: `Create ${one}`,
    query: confirmQuery,
    body: createSchema(collection).meta({ id: `New${names.one}` }),
    status: 201,
    isIdempotent: true,
    examples: { body: examples?.body },
    failures: { 409: FAILURES[409] },
    handle: async ({ c, viewer, query, body, key }) => {
      const lookedUp = await lookUp(viewer, [{ collection, draft: body }]);
      const how = { isConfirmed: query.confirm, lookedUp };
      const claim = { viewer, key, request: [collection.name, body] };
      const { item, isReplayed } = await writer.inTransaction((tx) =>
        makeOnce(tx, reader.table, claim, () => writer.create(tx, viewer, body, how)),
      );
      if (isReplayed) c.header('Idempotency-Replayed', 'true');
      return present(viewer, item);
    },
  });

  endpoint(api, {
    ...change,
    id: `update${names.one}`,
    method: 'put',
    summary: `Change ${one}; what is omitted stays`,
    query: confirmQuery,
    body: updateSchema(collection).meta({ id: `${names.one}Change` }),
    examples: { body: examples?.body },
    failures: FAILURES,
    handle: async ({ viewer, params: { id }, query, body, version }) => {
      const at = { id, version };
      const lookedUp = await lookUp(viewer, [{ collection, ...at, draft: body }]);
      const how = { isConfirmed: query.confirm, lookedUp };
      const item = await writer.inTransaction((tx) => writer.update(tx, viewer, at, body, how));
      return present(viewer, item);
    },
  });

  endpoint(api, {
    ...change,
    id: `delete${names.one}`,
    method: 'delete',
    summary: `Move ${one} to the trash`,
    response: success,
    failures: { 404: FAILURES[404] },
    handle: async ({ viewer, params: { id }, version }) => {
      await writer.inTransaction((tx) => writer.remove(tx, viewer, { id, version }));
    },
  });
};
