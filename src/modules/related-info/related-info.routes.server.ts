import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { relatedInfoItem } from '#kit/field-groups.ts';
import { createAi } from '#modules/ai/ai.server.ts';
import { invalid, notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { makeRelatedInfo } from './related-info.server.ts';

export const mountRelatedInfo = (api: Api, app: AppParts) => {
  const parts = { ...app, ai: createAi(app.settings, app.log) };

  const proposeRelatedInfoCall = endpoint(api, {
    method: 'post',
    id: 'proposeRelatedInfo',
    path: '/api/related-info',
    tag: {
      name: 'Related information',
      description: 'Proposals of further reading for an item.',
    },
    summary: 'Propose related information for an item; nothing is saved',
    access: 'editor',
    body: z.strictObject({
      collection: z.string().max(50),
      id: z.int().positive().max(2147483647),
    }),
    response: z
      .object({ items: z.array(relatedInfoItem), madeBy: z.enum(['ai', 'site']) })
      .meta({ id: 'RelatedInfo' }),
    failures: {
      404: 'No such item',
      429: 'Too many AI tasks under way',
      502: 'The AI service failed',
    },
    handle: async ({ body, viewer }) => {
      const collection = app.content.registry.find(
        ({ name, fields }) => name === body.collection && fields.relatedInfoCache,
      );
      if (!collection) throw invalid({ collection: 'This type carries no related information' });
      const item = await app.content.partsOf(collection.name).reader.byId(viewer, body.id);
      if (!item) throw notFound(collection.label.one);
      return makeRelatedInfo({ ...parts, viewer }, collection, item);
    },
  });

  return [proposeRelatedInfoCall];
};
