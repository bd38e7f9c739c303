import * as z from 'zod';
import { notFound, unauthorized } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import type { Behaviour, Viewer } from './behaviour.server.ts';
import { type AnyItem, type Collection, markdownFieldsOf, slugFieldOf } from './collection.ts';
import { labelOf } from './fields.ts';
import type { ListQuery, Reader } from './read.server.ts';
import { createSchema, itemSchema, updateSchema } from './validators.ts';
import type { Writer } from './write.server.ts';

/** How stored markdown becomes what a reader gets; the site decides, the kit only asks. */
export interface TextRenderer {
  render(
    source: string,
    options: { autoLink: boolean; ownSlug: string | undefined },
  ): Promise<string>;
  excerpt(source: string, length: number): string;
}

export interface CollectionParts {
  collection: Collection;
  reader: Reader;
  writer: Writer;
  behaviour: Behaviour;
  text: TextRenderer;
}

const CARD_EXCERPT = 300;
const MAX_LIMIT = 1000;

const many = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

const listQuery = (behaviour: Behaviour) =>
  z.looseObject({
    limit: z.coerce.number().int().min(1).max(MAX_LIMIT).optional(),
    offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
    q: z.string().max(200).optional(),
    category: many.optional(),
    status: z.string().max(20).optional(),
    sort: z.string().max(50).optional(),
    view: z.string().max(20).optional(),
    ...Object.fromEntries(
      Object.keys(behaviour.filters ?? {}).map((name) => [name, many.optional()]),
    ),
  });

export const idParam = z.object({
  id: z.coerce.number('Expected a number').int().positive().max(2147483647),
});
const keyParam = z.object({ key: z.string().min(1).max(500) });

/** The version that the form loaded, from If-Match; without it the last write wins. */
export const versionOf = (header: string | undefined): number | undefined => {
  const match = header?.match(/^(?:W\/)?"?v?(\d+)"?$/);
  return match ? Number(match[1]) : undefined;
};

/** Adds finished HTML for every markdown field, and what the content type adds by itself. */
export const presentItem = async (
  { collection, behaviour, text }: CollectionParts,
  item: AnyItem,
  context: Parameters<NonNullable<Behaviour['present']>>[1],
) => {
  const slugField = slugFieldOf(collection);
  const ownSlug = slugField ? String(item[slugField]) : undefined;
  const html: Record<string, string> = {};
  for (const [key, field] of markdownFieldsOf(collection)) {
    const source = item[key];
    if (typeof source !== 'string' || source === '') continue;
    html[key] = await text.render(source, { autoLink: field.autoLink ?? false, ownSlug });
  }
  return { ...item, html, ...(await behaviour.present?.(item, context)) };
};

const presentCard = ({ collection, behaviour, text }: CollectionParts, item: AnyItem) => {
  const cut = { ...item };
  for (const [key] of markdownFieldsOf(collection)) {
    const source = cut[key];
    if (typeof source === 'string') cut[key] = text.excerpt(source, CARD_EXCERPT);
  }
  return behaviour.presentCard?.(cut) ?? cut;
};

const toListQuery = (
  behaviour: Behaviour,
  viewer: Viewer,
  query: z.output<ReturnType<typeof listQuery>>,
): ListQuery => ({
  viewer,
  q: query.q,
  category: query.category,
  status: query.status,
  sort: query.sort,
  limit: query.limit,
  offset: query.offset,
  card: query.view === 'card',
  filters: Object.fromEntries(
    Object.keys(behaviour.filters ?? {}).map((name) => [
      name,
      (query[name] as string[] | undefined) ?? [],
    ]),
  ),
});

/** The REST calls of one collection. */
export const mountCollection = (
  api: Api,
  parts: CollectionParts,
  db: Parameters<NonNullable<Behaviour['present']>>[1]['db'],
) => {
  const { collection, reader, writer, behaviour } = parts;
  const base = {
    tag: collection.label.many,
    label: (key: string) => labelOf(key, collection.fields[key] ?? { kind: 'text' }),
  };
  const path = `/api/${collection.name}`;
  const answer = itemSchema(collection).meta({ id: collection.table });

  endpoint(
    api,
    {
      ...base,
      method: 'get',
      path,
      summary: `List of ${collection.label.many}`,
      access: collection.signedInOnly ? 'session' : 'public',
      query: listQuery(behaviour),
      answer: z.array(answer),
    },
    async ({ c, viewer, query }) => {
      const asked = toListQuery(behaviour, viewer, query);
      const items = await reader.list(asked);
      const isPart = asked.limit !== undefined || asked.offset !== undefined;
      c.header('X-Total-Count', String(isPart ? await reader.count(asked) : items.length));
      return asked.card ? items.map((item) => presentCard(parts, item)) : items;
    },
  );

  endpoint(
    api,
    {
      ...base,
      method: 'get',
      path: `${path}/{key}`,
      summary: `One ${collection.label.one}, by slug or id`,
      access: collection.signedInOnly === 'all' ? 'session' : 'public',
      params: keyParam,
      answer,
      failures: { 404: 'Not there, or not visible' },
    },
    async ({ c, viewer, params }) => {
      const isId = /^[1-9]\d{0,9}$/.test(params.key) && Number(params.key) <= 2147483647;
      const item = isId
        ? await reader.byId(viewer, Number(params.key))
        : await reader.bySlug(viewer, params.key);
      if (!item) throw notFound(collection.label.one);
      if (viewer) c.header('ETag', `"v${item.version}"`);
      return presentItem(parts, item, { db, viewer });
    },
  );

  endpoint(
    api,
    {
      ...base,
      method: 'post',
      path,
      summary: `Create a ${collection.label.one}`,
      access: 'session',
      body: createSchema(collection),
      answer,
      status: 201,
      failures: { 409: 'Already used' },
    },
    ({ viewer, body }) => writer.create(viewer, body),
  );

  endpoint(
    api,
    {
      ...base,
      method: 'put',
      path: `${path}/{id}`,
      summary: `Change a ${collection.label.one}; what is omitted stays. If-Match guards the version`,
      access: 'session',
      params: idParam,
      body: updateSchema(collection),
      answer,
      failures: {
        404: 'Not there',
        409: 'Already used',
        412: 'Changed meanwhile; carries `current`',
      },
    },
    ({ c, viewer, params, body }) =>
      writer.update(viewer, { id: params.id, version: versionOf(c.req.header('if-match')) }, body),
  );

  endpoint(
    api,
    {
      ...base,
      method: 'delete',
      path: `${path}/{id}`,
      summary: `Move a ${collection.label.one} to the trash`,
      access: 'session',
      params: idParam,
      answer: z.object({ success: z.literal(true) }),
      failures: { 404: 'Not there', 412: 'Changed meanwhile; carries `current`' },
    },
    async ({ c, viewer, params }) => {
      if (!viewer) throw unauthorized();
      await writer.remove(viewer, { id: params.id, version: versionOf(c.req.header('if-match')) });
      return { success: true };
    },
  );
};
