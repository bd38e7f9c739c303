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

type UpkeepQuery = z.output<typeof queueQuery>;

type Key = Pick<UpkeepResponse['items'][number], 'kind' | 'collection' | 'id' | 'part' | 'url'>;
type Row = Omit<UpkeepResponse['items'][number], 'since' | 'reads'> & { since: string };

/** One item may be due for several things, and one field may hold several dead links. */
const keyOf = ({ kind, collection, id, part, url }: Key) =>
  JSON.stringify([kind, collection, id, part, url]);

/** The most read entries come first, then the oldest. Logos stand last: some can never be had. */
export const createQueue = (db: Executor, content: ContentSource) => {
  const remember = rememberUntilChange<UpkeepResponse>({ max: 50 });
  const rememberCounts = rememberUntilChange<UpkeepResponse['counts']>({ max: 2 });
  const due = dueIn(content);
  // Both are written with the items, from all of their texts.
  const types = content.registry.map(({ name }) => name);
  for (const table of [linkUses, vendorSources]) describeTable(table, types);

  const count = async () => {
    const { rows } = await db.execute<{ kind: UpkeepKind; count: number }>(
      sql`select kind, count(*)::int as count from (${unionAll(due)}) entries group by kind`,
    );
    const found = new Map(rows.map(({ kind, count: number }) => [kind, number]));
    const counts = UPKEEP_KINDS.map((kind) => [kind, found.get(kind) ?? 0] as const);
    return Object.fromEntries(counts) as UpkeepResponse['counts'];
  };

  /** The first entries: of thousands that are due, only the sort columns are read. */
  const findFirst = async ({ kind, limit, offset }: UpkeepQuery) => {
    const wanted = unionAll(due.filter((one) => !kind || one.kind === kind));
    const { rows } = await db.execute<Key & { reads: number }>(sql`
      select kind, collection, id, part, url, coalesce(reads.hits, 0)::int as reads from (${wanted}) entries
      left join (select path, sum(hits) as hits from ${pageReads} where day > current_date - 30 group by path) reads
        on reads.path = entries.path
      order by kind = 'missing-logo', reads desc, since, id, kind, collection, part, url limit ${limit} offset ${offset}`);
    return rows;
  };

  const list = async (query: UpkeepQuery): Promise<UpkeepResponse['items']> => {
    const first = await findFirst(query);
    if (first.length === 0) return [];
    const found = due.filter((one) =>
      first.some(({ kind, collection }) => one.kind === kind && one.collection === collection),
    );
    const ids = [...new Set(first.map(({ id }) => id))];
    const { rows } = await db.execute<Row>(
      sql`select * from (${unionAll(found)}) entries where id in ${ids}`,
    );
    const rowByKey = new Map(rows.map((row) => [keyOf(row), row]));
    return first.flatMap(({ reads, ...key }) => {
      const row = rowByKey.get(keyOf(key));
      return row ? [{ ...row, reads, since: new Date(row.since).toISOString() }] : [];
    });
  };

  return (query: UpkeepQuery): Promise<UpkeepResponse> => {
    const minute = Math.floor(Date.now() / FRESH_MS);
    return remember(JSON.stringify([minute, query]), async () => {
      const [counts, items] = await Promise.all([
        rememberCounts(String(minute), count),
        list(query),
      ]);
      const all = Object.values(counts).reduce((sum, one) => sum + one, 0);
      return { total: query.kind ? counts[query.kind] : all, counts, items };
    });
  };
};
