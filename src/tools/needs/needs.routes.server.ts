import * as z from 'zod';
import { readCells } from '#content/shared/coverage/cells.server.ts';
import { evidenceCell, namedItem } from '#content/shared/coverage/coverage-schema.ts';
import { evidenceColumns } from '#content/shared/coverage/evidence-words.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { ListQuery } from '#kit/list-query.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { toCsv } from '#platform/csv.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type FieldProblems, invalid } from '#platform/errors.ts';
import { csvFile } from '#platform/http/csv-file.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { createRanker, type Need, readNeeds } from './rank-vendors.server.ts';
import { MAX_NEEDS } from './rule.ts';

const HEAD =
  'rank,vendor,need,must-have,level,source,publisher,page date,page age,address,checked on,quote,question'.split(
    ',',
  );

const EVIDENCE = [
  'rank',
  'publisher',
  'page date',
  'page age',
  'url',
  'checked on',
  'quote',
] as const;

const leftOut = (count: number): string[][] =>
  count > 0 ? [['', `Left out, for want of room: ${count} more vendors`]] : [];

/** A line for each vendor and need, in the order of the list; a gap has the question to ask. */
const needsCsv = (needs: readonly Need[], matches: readonly Matched[], total: number): string =>
  toCsv([
    HEAD,
    ...matches.flatMap(({ rank, vendor, cells }) =>
      needs.map(({ name, isMust, question }, at) => {
        const cell = cells[at];
        return [
          String(rank),
          vendor.name,
          name,
          isMust ? 'yes' : 'no',
          cell?.level ?? 'not confirmed',
          ...evidenceColumns(cell, EVIDENCE),
          cell?.level === 'documented' ? '' : question,
        ];
      }),
    ),
    ...leftOut(total - matches.length),
  ]);

const cell = evidenceCell
  .pick({ level: true, url: true, publisher: true, pageDate: true, checkedOn: true })
  .extend(evidenceCell.pick({ quote: true }).shape)
  .meta({ id: 'NeedCell' });

const cellOrNone = cell.nullable();

const matched = z
  .object({
    rank: z.int(),
    isShared: z.boolean().meta({ description: 'Whether another vendor has the same rank' }),
    vendor: namedItem,
    mustsDocumented: z.int(),
    documented: z.int(),
    partial: z.int(),
    absent: z.int(),
    notConfirmed: z.int(),
    cells: z.array(cellOrNone).meta({ description: 'One for each need, in their order' }),
  })
  .meta({ id: 'MatchedVendor' });

const matchedNeeds = z
  .object({
    needs: z.array(
      namedItem.extend({ category: z.string(), isMust: z.boolean(), question: z.string() }),
    ),
    total: z.int(),
    pages: z.int(),
    vendors: z.array(matched),
  })
  .meta({ id: 'Needs' });

type Matched = z.infer<typeof matched>;

/** All vendors of the starter content stand on one page; a larger directory goes on. */
const VENDORS_A_PAGE = 80;
/** Small enough for a spreadsheet, and for a server to write without a pause. */
const MAX_CSV_ROWS = 20_000;
/** As many slugs as may be asked for, of the length that a slug may have. */
const MAX_TEXT = MAX_NEEDS * 201;

const tag = {
  name: 'Needs',
  description: 'Vendors by how much of what a buyer needs they document.',
};

const slugs = z
  .string()
  .max(MAX_TEXT)
  .default('')
  .transform((text) => [...new Set(text.split(',').flatMap((slug) => slug.trim() || []))]);

const needsQuery = z.object({
  features: slugs.meta({
    description: `Slugs of features, joined by commas; at most ${MAX_NEEDS} with the must-haves`,
    example: 'partnership-accounting,custodian-data-feeds',
  }),
  musts: slugs.meta({
    description: 'Slugs of those that are must-haves',
    example: 'partnership-accounting',
  }),
  market: z.string().max(200).optional().meta({ description: 'Only vendors that serve it' }),
  category: z.string().max(200).optional().meta({ description: 'Only vendors filed under it' }),
});

type Asked = z.output<typeof needsQuery>;

const queryOf = ({ market, category }: Pick<Asked, 'market' | 'category'>): ListQuery => ({
  viewer: null,
  category: category ? [category] : [],
  filters: { market: market ? [market] : [] },
});

export const mountNeeds = (api: Api, { db, readerOf }: { db: Database; readerOf: ReaderOf }) => {
  const reader = readerOf(vendors);
  const rank = createRanker(db, reader);

  /** A market or category that no vendor has is a mistake; two that no vendor has together are an empty list. */
  const refuseUnknown = async (asked: Asked) => {
    const problems: FieldProblems = {};
    for (const field of ['market', 'category'] as const) {
      const name = asked[field];
      if (name && (await reader.count(queryOf({ [field]: name }))) === 0)
        problems[field] = `No vendor has this ${field}: ${name.slice(0, 100)}`;
    }
    if (Object.keys(problems).length > 0) throw invalid(problems);
  };

  const match = async (asked: Asked, limit: number, offset: number) => {
    const needs = await readNeeds(db, asked);
    const among = queryOf(asked);
    const total = await reader.count(among);
    if (total === 0) await refuseUnknown(asked);
    const featureIds = needs.map(({ id }) => id);
    const ranked = await rank({
      featureIds,
      mustIds: needs.filter(({ isMust }) => isMust).map(({ id }) => id),
      among,
      limit,
      offset,
    });
    const vendorIds = ranked.map(({ id }) => id);
    const cellsOf = await readCells({ readerOf }, { vendorIds, featureIds });
    const rows = featureIds.map(cellsOf);
    const matches = ranked.map(({ id: _, slug, name, ...standing }, at): Matched => {
      const cells = rows.map((row) => cellOrNone.parse(row[at]));
      const count = (level?: string) => cells.filter((one) => one?.level === level).length;
      return {
        ...standing,
        vendor: { slug, name },
        documented: count('documented'),
        partial: count('partial'),
        absent: count('absent'),
        notConfirmed: count(),
        cells,
      };
    });
    return { needs, total, matches };
  };

  const getNeedsCall = endpoint(api, {
    method: 'get',
    id: 'getNeeds',
    path: '/api/needs',
    tag,
    summary: `All vendors, ordered by documented must-haves, points, first-hand and newer evidence, name; ${VENDORS_A_PAGE} a page`,
    access: 'public',
    cacheable: true,
    query: needsQuery.extend({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
    }),
    response: matchedNeeds,
    handle: async ({ query }) => {
      const offset = (query.page - 1) * VENDORS_A_PAGE;
      const { needs, total, matches } = await match(query, VENDORS_A_PAGE, offset);
      return {
        needs: needs.map(({ id: _, ...need }) => need),
        total,
        pages: Math.max(1, Math.ceil(total / VENDORS_A_PAGE)),
        vendors: matches,
      };
    },
  });

  endpoint(api, {
    method: 'get',
    id: 'getNeedsFile',
    path: '/api/needs.csv',
    tag,
    summary: `The same as CSV, a line for each vendor and need; at most ${MAX_CSV_ROWS} lines`,
    access: 'public',
    query: needsQuery,
    mediaType: 'text/csv',
    handle: async ({ c, query }) => {
      const asked = new Set([...query.features, ...query.musts]).size;
      const { needs, matches, total } = await match(query, Math.floor(MAX_CSV_ROWS / asked), 0);
      return csvFile(c, 'needs', needsCsv(needs, matches, total));
    },
  });
  return [getNeedsCall];
};
