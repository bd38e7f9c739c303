import { documentOf } from '#kit/document.ts';
import { responsesOf } from '#kit/responses.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { styleGuides } from './style-guides.collection.ts';
import { activateGuide, findActiveGuide } from './style-guides.service.server.ts';

const { item: guide } = responsesOf(styleGuides);
const { tag } = documentOf(styleGuides);

export const mountStyleGuides = (
  api: Api,
  { writer }: CollectionParts<typeof styleGuides>,
  db: Database,
) => {
  const getActiveStyleGuideCall = endpoint(api, {
    method: 'get',
    id: 'getActiveStyleGuide',
    path: '/api/style-guides/active',
    tag,
    summary: 'The guide that rewrites follow, or null',
    access: 'viewer',
    response: guide.nullable(),
    handle: () => findActiveGuide(db),
  });

  const activateStyleGuideCall = endpoint(api, {
    method: 'post',
    id: 'activateStyleGuide',
    path: '/api/style-guides/{id}/activate',
    tag,
    summary: 'Make this guide the active one',
    access: 'publisher',
    params: idParam,
    response: guide,
    isVersioned: true,
    failures: { 404: 'Not there' },
    handle: ({ params: { id }, viewer, version }) => activateGuide(writer, { id, version }, viewer),
  });

  return [getActiveStyleGuideCall, activateStyleGuideCall];
};
