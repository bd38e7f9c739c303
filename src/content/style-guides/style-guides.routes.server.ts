import { widen } from '#kit/collection.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import { itemSchema } from '#kit/validators.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/list-query.ts';
import { activateGuide, findActiveGuide } from './active-guide.server.ts';
import { styleGuides } from './style-guides.collection.ts';

const guide = itemSchema(widen(styleGuides));

export const mountStyleGuides = (api: Api, { writer }: CollectionParts, db: Database) => {
  endpoint(
    api,
    {
      method: 'get',
      path: '/api/style-guides/active',
      tag: 'Style Guides',
      summary: 'The guide that rewrites follow, or null',
      access: 'session',
      answer: guide.nullable(),
    },
    () => findActiveGuide(db),
  );

  endpoint(
    api,
    {
      method: 'post',
      path: '/api/style-guides/{id}/activate',
      tag: 'Style Guides',
      summary: 'Make this guide the active one',
      access: 'session',
      params: idParam,
      answer: guide,
      failures: { 404: 'Not there' },
    },
    ({ params, viewer }) => activateGuide(writer, params.id, viewer),
  );
};
