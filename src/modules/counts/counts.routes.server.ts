import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { listTrash } from '#modules/revisions/revisions.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { PANEL } from './panel.tag.ts';

export const mountCounts = (api: Api, { content, connection }: AppParts) => [
  endpoint(api, {
    method: 'get',
    id: 'getCounts',
    path: '/api/counts',
    tag: PANEL,
    summary: 'How many items each collection has, drafts included, and the trash',
    access: 'viewer',
    response: z.record(z.string(), z.int()).meta({ id: 'Counts' }),
    handle: async ({ viewer }) => {
      const counted = await Promise.all(
        content.registry.map(async ({ name }) => {
          const count = await content.partsOf(name).reader.count({ viewer });
          return [name, count] as const;
        }),
      );
      const trash = await listTrash(connection.db, { limit: 1, offset: 0 });
      return { ...Object.fromEntries(counted), trash: trash.total };
    },
  }),
  endpoint(api, {
    method: 'get',
    id: 'getDraftCounts',
    path: '/api/counts/drafts',
    tag: PANEL,
    summary: 'How many items of each collection are not published',
    access: 'viewer',
    response: z.record(z.string(), z.int()).meta({ id: 'DraftCounts' }),
    handle: async ({ viewer }) => {
      const counted = content.registry.map(async ({ name, visible }) => {
        if (!visible) return [name, 0] as const;
        const { count } = content.partsOf(name).reader;
        return [name, (await count({ viewer })) - (await count({ viewer: null }))] as const;
      });
      return Object.fromEntries(await Promise.all(counted));
    },
  }),
];
