import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { fieldEntries } from '#kit/collection.ts';
import { invalid, notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { listValues, renameValue } from './values.server.ts';

const TAG = {
  name: 'Values',
  description: 'Categories, markets and other words that editors choose freely.',
};

const used = z.object({ value: z.string(), count: z.int() }).meta({ id: 'UsedValue' });

/** Values of freely filled fields: list and rename them. */
export const mountValues = (api: Api, { content, connection: { db } }: AppParts) => {
  const place = z.object({
    collection: z.string().meta({ enum: content.registry.map(({ name }) => name) }),
    field: z.string(),
  });

  const findField = ({ collection: name, field: key }: z.output<typeof place>) => {
    const collection = content.registry.find((each) => each.name === name);
    const entry = collection && fieldEntries(collection).find(([each]) => each === key);
    if (!collection || !entry?.[1].suggests) throw notFound('Field');
    return { collection, key, field: entry[1] };
  };

  return [
    endpoint(api, {
      method: 'get',
      id: 'listValues',
      path: '/api/values',
      tag: TAG,
      summary: 'What a field holds in all items, drafts included, with how many have it',
      access: 'viewer',
      query: place,
      response: z.array(used),
      failures: { 404: 'No such field, or not one that is filled freely' },
      handle: ({ query }) => {
        const { collection, key } = findField(query);
        return listValues(db, collection, key);
      },
    }),
    endpoint(api, {
      method: 'post',
      id: 'renameValue',
      path: '/api/values/rename',
      tag: TAG,
      summary: 'Give a value another name in every item that has it, or in none',
      access: 'publisher',
      body: z.strictObject({
        ...place.shape,
        from: z.string().min(1),
        to: z.string().trim().min(1),
      }),
      response: z.object({ renamedCount: z.int() }).meta({ id: 'RenamedCount' }),
      examples: {
        body: {
          collection: 'vendors',
          field: 'categories',
          from: 'Reporting',
          to: 'Consolidated reporting',
        },
      },
      failures: { 404: 'No such field, or not one that is filled freely' },
      handle: async ({ viewer, body }) => {
        const { from, to } = body;
        const { collection, key, field } = findField(body);
        if (field.max !== undefined && to.length > field.max) {
          throw invalid({ to: `The new name is longer than ${field.max} characters` });
        }
        const parts = content.partsOf(collection);
        return { renamedCount: await renameValue(parts, viewer, { key, from, to }) };
      },
    }),
  ];
};
