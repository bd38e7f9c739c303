import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { newView, viewSchema } from './views.schema.ts';
import { changeView, listViewsOf, makeView, removeView } from './views.server.ts';

const VIEWS = {
  name: 'Views',
  description: 'Lists of the panel as people have shaped them: columns, filters, order and words.',
};

/** Saved views: one's own, and those that are shared. */
export const mountViews = (api: Api, { content: { registry }, connection: { db } }: AppParts) => {
  const collection = z.string().meta({ enum: registry.map(({ name }) => name) });
  const base = { tag: VIEWS, access: 'viewer', path: '/api/views' } as const;
  const one = { ...base, path: '/api/views/{id}', params: idParam } as const;
  const failures = { 404: 'Not there, or of somebody else', 409: 'There is a view of this name' };

  const collectionNamed = (name: string) => {
    const found = registry.find((each) => each.name === name);
    if (!found) throw notFound('Collection');
    return found;
  };

  return [
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'listViews',
      summary: 'Your views and those that are shared, of one content type or of all, by name',
      query: z.object({ collection: collection.optional() }),
      response: z.array(viewSchema),
      handle: ({ query, viewer }) => listViewsOf(db, viewer, query.collection),
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'makeView',
      summary: 'Save a view; an editor may share it with all',
      body: newView.extend({ collection }),
      response: viewSchema,
      status: 201,
      failures,
      handle: ({ viewer, body: { collection: name, ...view } }) =>
        makeView(db, viewer, collectionNamed(name), view),
    }),
    endpoint(api, {
      ...one,
      method: 'put',
      id: 'changeView',
      summary: 'Change a view of your own; an owner may change any that is shared',
      body: newView,
      response: viewSchema,
      failures,
      handle: ({ viewer, params, body }) =>
        changeView(db, viewer, params.id, { view: body, collectionNamed }),
    }),
    endpoint(api, {
      ...one,
      method: 'delete',
      id: 'removeView',
      summary: 'Delete a view of your own; an owner may delete any that is shared',
      response: success,
      failures: { 404: failures[404] },
      handle: ({ viewer, params }) => removeView(db, viewer, params.id),
    }),
  ];
};
