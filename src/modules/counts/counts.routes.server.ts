import * as z from 'zod';
import { listTrash } from '#modules/revisions/revisions.server.ts';
import type { AppParts } from '#platform/app.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';

/** How much there is of everything: the badges of the panel, in one call. */
export const mountCounts = (api: Api, { content, connection }: AppParts) => {
  endpoint(
    api,
    {
      method: 'get',
      path: '/api/counts',
      tag: 'Panel',
      summary: 'How many items each collection has, drafts included, and the trash',
      access: 'session',
      answer: z.record(z.string(), z.int()),
    },
    async ({ viewer }) => {
      const counted = await Promise.all(
        content.registry.map(async ({ name }) => {
          const count = await content.partsOf(name).reader.count({ viewer });
          return [name, count] as const;
        }),
      );
      const trash = await listTrash(connection.db, { limit: 1, offset: 0 });
      return { ...Object.fromEntries(counted), trash: trash.total };
    },
  );
};
