import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { PANEL } from '#modules/counts/panel.tag.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';

const address = z.string().max(1000);
const many = z.union([address, z.array(address).max(100)]).transform((value) => [value].flat());

/** Which inner links of a text that is being written lead nowhere. */
export const mountLinkTargets = (api: Api, { connection: { db }, content }: AppParts) => {
  return [
    endpoint(api, {
      method: 'get',
      id: 'checkLinks',
      path: '/api/link-targets',
      tag: PANEL,
      summary: 'Which of these addresses of the site have no public page',
      access: 'viewer',
      query: z.object({ path: many }),
      response: z.object({ broken: z.array(z.string()) }).meta({ id: 'LinkTargets' }),
      handle: async ({ query: { path } }) => ({
        broken: [...(await content.closedPaths(db, path))],
      }),
    }),
  ];
};
