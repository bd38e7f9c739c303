import * as z from 'zod';
import { relatedInfoItem } from '#content/shared/field-groups.ts';
import { createAi } from '#modules/ai/ai.server.ts';
import type { AppParts } from '#platform/app.server.ts';
import { invalid, notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { makeRelatedInfo } from './related-info.server.ts';

export const mountRelatedInfo = (api: Api, app: AppParts) => {
  const parts = { ...app, ai: createAi(app.settings, app.log) };

  endpoint(
    api,
    {
      method: 'post',
      path: '/api/related-info',
      tag: 'Related information',
      summary: 'Propose related information for an item; nothing is saved',
      access: 'session',
      body: z.strictObject({
        collection: z.string().max(50),
        id: z.int().positive().max(2147483647),
      }),
      answer: z.object({ items: z.array(relatedInfoItem), madeBy: z.enum(['ai', 'site']) }),
      failures: { 404: 'No such item', 502: 'The AI service failed' },
    },
    async ({ body, viewer }) => {
      const collection = app.content.registry.find(
        ({ name, fields }) => name === body.collection && fields.relatedInfoCache,
      );
      if (!collection) throw invalid({ collection: 'This type carries no related information' });
      const item = await app.content.partsOf(collection.name).reader.byId(viewer, body.id);
      if (!item) throw notFound(collection.label.one);
      return makeRelatedInfo(parts, collection, item);
    },
  );
};
