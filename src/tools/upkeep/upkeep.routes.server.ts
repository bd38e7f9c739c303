import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { PANEL } from '#modules/counts/panel.tag.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { rowId } from '#platform/text-rules.ts';
import { createQueue, upkeepResponse } from './queue.server.ts';
import { UPKEEP_KINDS } from './upkeep-kinds.ts';
import { markChecked, markVerified } from './verify.server.ts';

const queueQuery = z.object({
  kind: z.enum(UPKEEP_KINDS).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

/** As many as one page of the list has. */
const MAX_CELLS = 100;

const verified = z
  .object({
    collection: z.enum(['coverage', 'vendors']),
    id: rowId,
    part: z.int().min(0).max(1000).optional(),
    url: z.string().max(1000).optional(),
  })
  .meta({ id: 'VerifiedFact', description: 'One fact; a source of a vendor by its place' });

/** Stale, missing or broken content. */
export const mountUpkeep = (api: Api, parts: Pick<AppParts, 'connection' | 'content'>) => {
  const readQueue = createQueue(parts.connection.db, parts.content);

  const getUpkeepCall = endpoint(
    api,
    {
      method: 'get',
      id: 'getUpkeep',
      path: '/api/upkeep',
      tag: PANEL,
      summary:
        'What to check next, and how much of each kind: what is read most and is oldest first',
      access: 'viewer',
      query: queueQuery,
      response: upkeepResponse,
    },
    ({ query }) => readQueue(query),
  );

  const verifyFactCall = endpoint(
    api,
    {
      method: 'post',
      id: 'verifyFact',
      path: '/api/upkeep/verified',
      tag: PANEL,
      summary: 'One fact was looked at today and holds',
      access: 'editor',
      body: verified,
      response: success,
      failures: { 404: 'Not there', 409: 'The sources have changed', 412: 'Changed meanwhile' },
    },
    async ({ body, viewer }) => {
      await markVerified(parts, viewer, body);
      return { success: true } as const;
    },
  );

  const checkCellsCall = endpoint(
    api,
    {
      method: 'post',
      id: 'checkCells',
      path: '/api/upkeep/checked',
      tag: PANEL,
      summary: 'Cells of evidence that were looked at today and hold; those refused are named',
      access: 'editor',
      body: z.strictObject({
        items: z
          .array(z.object({ id: rowId, version: z.int() }))
          .min(1)
          .max(MAX_CELLS),
      }),
      response: z
        .object({
          checked: z.int(),
          refused: z.array(z.object({ id: z.int(), title: z.string(), reason: z.string() })),
        })
        .meta({ id: 'CheckedCells' }),
    },
    ({ body, viewer }) => markChecked(parts, viewer, body.items),
  );

  return [getUpkeepCall, verifyFactCall, checkCellsCall];
};
