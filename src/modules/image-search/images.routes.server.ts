import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { createUnsplash } from './unsplash.server.ts';

const user = z.object({ name: z.string(), link: z.string().nullable() });

const image = z
  .object({
    id: z.string(),
    urls: z.object({ regular: z.string(), small: z.string() }),
    alt_description: z.string().nullable(),
    description: z.string().nullable(),
    user,
    attribution: z.string(),
    downloadLocation: z.string(),
  })
  .meta({ id: 'ImageResult' });

export const mountImages = (api: Api, { settings }: AppParts) => {
  const unsplash = createUnsplash(settings);
  const base = {
    tag: { name: 'Images', description: 'Photos of Unsplash, with the credit that they ask for.' },
    access: 'editor',
    failures: { 502: 'Unsplash failed', 503: 'Not set up' },
  } as const;

  return [
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'searchImages',
      path: '/api/images/search',
      summary: 'Photos of Unsplash for a query',
      query: z.object({
        q: z.string('Query is required').trim().min(1, 'Query is required').max(200),
      }),
      response: z.array(image),
      handle: ({ query }) => unsplash.search(query.q),
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'useImage',
      path: '/api/images/{id}/use',
      summary: 'Tell Unsplash that a photo is used; answers the credit line',
      params: z.object({ id: z.string().regex(/^[\w-]{1,40}$/) }),
      body: z.strictObject({ downloadLocation: z.string().min(1).max(4000) }),
      response: z.object({ attribution: z.string(), user }).meta({ id: 'ImageCredit' }),
      handle: ({ params, body }) => unsplash.use(params.id, body.downloadLocation),
    }),
  ];
};
