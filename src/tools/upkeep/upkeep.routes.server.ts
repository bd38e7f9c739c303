import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts, ContentSource } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { PANEL } from '#modules/counts/panel.tag.ts';

import type { Executor } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { listPart } from '#platform/http/params.ts';
import { rowId } from '#platform/text-rules.ts';
import { dueIn, UPKEEP_KINDS, type UpkeepKind, unionAll } from './entries.server.ts';
import { markChecked, markVerified, verified } from './mark-verified.server.ts';

const entry = z
  .object({
    kind: z.enum(UPKEEP_KINDS),
    collection: z.string(),
    id: z.int(),
    title: z.string(),
    detail: z.string(),
    part: z.string().nullable().meta({ description: 'The field, or the place of a source' }),
    url: z.string().nullable().meta({ description: 'The address that it is about' }),
    since: z.iso.datetime().meta({ description: 'When it was last checked or changed' }),
    path: z.string().nullable().meta({ description: 'The page that shows it' }),
  })
  .meta({ id: 'UpkeepEntry' });

const upkeepResponse = z
  .object({
    total: z.int(),
    counts: z.record(z.enum(UPKEEP_KINDS), z.int()),
    items: z.array(entry),
  })
  .meta({ id: 'Upkeep' });

type UpkeepResponse = z.output<typeof upkeepResponse>;

const queueQuery = z.object({
  kind: z.enum(UPKEEP_KINDS).optional(),
  ...listPart(),
});

type Counts = UpkeepResponse['counts'];
type Row = UpkeepResponse['items'][number];

/** The oldest entries come first. Logos stand last: some can never be had. */
const createQueue = (db: Executor, content: ContentSource) => {
  const due = dueIn(content);

  const count = async () => {
    const { rows } = await db.execute<{ kind: UpkeepKind; count: number }>(
      sql`select kind, count(*)::int as count from (${unionAll(due)}) entries group by kind`,
    );
    const none = Object.fromEntries(UPKEEP_KINDS.map((kind) => [kind, 0])) as Counts;
    for (const row of rows) none[row.kind] = row.count;
    return none;
  };

  const list = async ({ kind, limit, offset }: z.output<typeof queueQuery>): Promise<Row[]> => {
    const wanted = unionAll(due.filter((one) => !kind || one.kind === kind));
    const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
      select * from (${wanted}) entries
      order by kind = 'missing-logo', since, id, kind, collection, part, url limit ${limit} offset ${offset}`);
    return rows.map((row) => ({ ...row, since: new Date(row.since).toISOString() }));
  };

  return async (query: z.output<typeof queueQuery>): Promise<UpkeepResponse> => {
    const [counts, items] = await Promise.all([count(), list(query)]);
    const all = Object.values(counts).reduce((sum, one) => sum + one, 0);
    return { total: query.kind ? counts[query.kind] : all, counts, items };
  };
};

/** As many as one page of the list has. */
const MAX_CELLS = 100;

/** Stale, missing or broken content. */
export const mountUpkeep = (api: Api, parts: Pick<AppParts, 'connection' | 'content'>) => {
  const { db } = parts.connection;
  const readQueue = createQueue(db, parts.content);

  return [
    endpoint(api, {
      method: 'get',
      id: 'getUpkeep',
      path: '/api/upkeep',
      tag: PANEL,
      summary: 'What to check next, the oldest first, and how much of each kind',
      access: 'viewer',
      query: queueQuery,
      response: upkeepResponse,
      handle: ({ query }) => readQueue(query),
    }),
    endpoint(api, {
      method: 'post',
      id: 'verifyFact',
      path: '/api/upkeep/verified',
      tag: PANEL,
      summary: 'One fact was looked at today and holds',
      access: 'editor',
      body: verified,
      response: success,
      failures: { 404: 'Not there', 409: 'The sources have changed', 412: 'Changed meanwhile' },
      handle: ({ body, viewer }) => markVerified(parts, viewer, body),
    }),
    endpoint(api, {
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
      handle: ({ body, viewer }) => markChecked(parts, viewer, body.items),
    }),
  ];
};
