import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { vendorSources } from '#content/shared/vendor-sources.table.server.ts';
import type { ContentSource } from '#kit/app-parts.server.ts';
import { linkUses } from '#modules/link-checks/link-checks.tables.server.ts';
import { pageReads } from '#modules/visits/visits.tables.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { describeTable } from '#platform/statement-reads.server.ts';
import { dueIn, unionAll } from './entries.server.ts';
import { UPKEEP_KINDS, type UpkeepKind } from './upkeep-kinds.ts';

/** Reads and link checks are not announced; after so long they are looked at again. */
const FRESH_MS = 60_000;

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
    reads: z.int().meta({ description: 'How often that page was read in 30 days' }),
  })
  .meta({ id: 'UpkeepEntry' });

export const upkeepResponse = z
  .object({
    total: z.int(),
    counts: z.record(z.enum(UPKEEP_KINDS), z.int()),
    items: z.array(entry),
  })
  .meta({ id: 'Upkeep' });

type UpkeepResponse = z.output<typeof upkeepResponse>;

export const queueQuery = z.object({
  kind: z.enum(UPKEEP_KINDS).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

type Counts = UpkeepResponse['counts'];
type Row = UpkeepResponse['items'][number];

/** The most read entries come first, then the oldest. Logos stand last: some can never be had. */
export const createQueue = (db: Executor, content: ContentSource) => {
  const remember = rememberUntilChange<UpkeepResponse>({ max: 50 });
  const due = dueIn(content);
  // Both are written with the items, from all of their texts.
  const types = content.registry.map(({ name }) => name);
  for (const table of [linkUses, vendorSources]) describeTable(table, types);

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
      select entries.*, coalesce(reads.hits, 0)::int as reads from (${wanted}) entries
      left join (select path, sum(hits) as hits from ${pageReads} where day > current_date - 30 group by path) reads
        on reads.path = entries.path
      order by kind = 'missing-logo', reads desc, since, id, kind, collection, part, url limit ${limit} offset ${offset}`);
    return rows.map((row) => ({ ...row, since: new Date(row.since).toISOString() }));
  };

  return (query: z.output<typeof queueQuery>): Promise<UpkeepResponse> => {
    const minute = Math.floor(Date.now() / FRESH_MS);
    return remember(JSON.stringify([minute, query]), async () => {
      const [counts, items] = await Promise.all([count(), list(query)]);
      const all = Object.values(counts).reduce((sum, one) => sum + one, 0);
      return { total: query.kind ? counts[query.kind] : all, counts, items };
    });
  };
};
