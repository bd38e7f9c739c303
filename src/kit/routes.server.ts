import * as z from 'zod';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint, WRITE_FAILURES as FAILURES } from '#platform/http/endpoint.server.ts';
import { idParam, keyParam, listQuery, toListQuery, versionOf } from '#platform/http/list-query.ts';
import type { TextRenderer } from '#platform/text-renderer.ts';
import type { Behaviour, ReadContext } from './behaviour.server.ts';
import { type AnyItem, type Collection, markdownFieldsOf, slugFieldOf } from './collection.ts';
import { labelOf } from './fields.ts';
import type { Reader } from './read.server.ts';
import { createSchema, itemSchema, updateSchema } from './validators.ts';
import type { Writer } from './write.server.ts';

export interface CollectionParts {
  collection: Collection;
  reader: Reader;
  writer: Writer;
  behaviour: Behaviour;
  text: TextRenderer;
}

const CARD_EXCERPT = 300;

/** Adds finished HTML for every markdown field, and what the content type adds by itself. */
export const presentItem = async (
  { collection, behaviour, text }: CollectionParts,
  item: AnyItem,
  context: ReadContext,
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

/** The REST calls of one collection. */
export const mountCollection = (api: Api, parts: CollectionParts, db: ReadContext['db']) => {
  const { collection, reader, writer, behaviour } = parts;
  const { one, many } = collection.label;
  const path = `/api/${collection.name}`;
  const answer = itemSchema(collection).meta({ id: collection.table });
  const filterNames = Object.keys(behaviour.filters ?? {});
  const read = { tag: many, method: 'get', answer } as const;
  const label = (key: string) => labelOf(key, collection.fields[key] ?? { kind: 'text' });
  const write = { tag: many, access: 'session', answer, label } as const;

  endpoint(
    api,
    {
      ...read,
      path,
      summary: `List of ${many}`,
      access: collection.signedInOnly ? 'session' : 'public',
      query: listQuery(filterNames),
      answer: z.array(answer),
    },
    async ({ c, viewer, query }) => {
      const asked = toListQuery(filterNames, viewer, query);
      const items = await reader.list(asked);
      const isPart = asked.limit !== undefined || asked.offset !== undefined;
      c.header('X-Total-Count', String(isPart ? await reader.count(asked) : items.length));
      const shown = (await behaviour.presentList?.(items, { db, viewer })) ?? items;
      return asked.card ? shown.map((item) => presentCard(parts, item)) : shown;
    },
  );

  endpoint(
    api,
    {
      ...read,
      path: `${path}/{key}`,
      summary: `One ${one}, by slug or id`,
      access: collection.signedInOnly === 'all' ? 'session' : 'public',
      params: keyParam,
      failures: { 404: 'Not there, or not visible' },
    },
    async ({ c, viewer, params }) => {
      const item = await reader.byKey(viewer, params.key);
      if (!item) throw notFound(one);
      if (viewer) c.header('ETag', `"v${item.version}"`);
      return presentItem(parts, item, { db, viewer });
    },
  );

  endpoint(
    api,
    {
      ...write,
      method: 'post',
      path,
      summary: `Create a ${one}`,
      body: createSchema(collection),
      status: 201,
      failures: { 409: FAILURES[409] },
    },
    ({ viewer, body }) => writer.create(viewer, body),
  );

  endpoint(
    api,
    {
      ...write,
      method: 'put',
      path: `${path}/{id}`,
      summary: `Change a ${one}; what is omitted stays. If-Match guards the version`,
      params: idParam,
      body: updateSchema(collection),
      failures: FAILURES,
    },
    ({ c, viewer, params: { id }, body }) =>
      writer.update(viewer, { id, version: versionOf(c.req.header('if-match')) }, body),
  );

  endpoint(
    api,
    {
      ...write,
      method: 'delete',
      path: `${path}/{id}`,
      summary: `Move a ${one} to the trash`,
      params: idParam,
      answer: z.object({ success: z.literal(true) }),
      failures: { 404: FAILURES[404], 412: FAILURES[412] },
    },
    async ({ c, viewer, params: { id } }) => {
      await writer.remove(viewer, { id, version: versionOf(c.req.header('if-match')) });
      return { success: true };
    },
  );
};
