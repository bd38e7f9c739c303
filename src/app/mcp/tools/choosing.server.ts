import * as z from 'zod';
import { fromColumns } from '#content/comparisons/matrix.ts';
import { joinSlugs, MAX_COMPARED, pairPath } from '#content/comparisons/site.ts';
import { invalid } from '#platform/errors.ts';
import { MAX_NEEDS, RULE, STATED_RULE } from '#tools/needs/rule.ts';
import { fact, ofCell, ofField } from '../facts.ts';
import { cursor, defineTool, name, pageOf, paging } from '../tool.server.ts';
import { featureAt, named, vendorAt } from './vendors.server.ts';

const ROWS = 12;

const textOf = (value: string | readonly string[] | null) =>
  (typeof value === 'string' ? value : value?.join('; ')) || null;

export const compareVendors = defineTool({
  name: 'compare_vendors',
  title: 'Vendors side by side',
  description: `Two to ${MAX_COMPARED} vendors row by row: facts first, then every feature, each cell with its evidence. Not confirmed is said, never left out.`,
  input: z.strictObject({
    vendors: z.array(name).min(2).max(MAX_COMPARED).meta({ description: 'Slugs or names' }),
    cursor,
  }),
  output: z.object({
    page: z.string(),
    vendors: z.array(named),
    rows: z.array(
      z.object({
        group: z.string(),
        name: z.string(),
        cells: z.array(fact.extend({ vendor: z.string() })),
      }),
    ),
    ...paging,
  }),
  async read(asked, reads) {
    const found = await Promise.all(
      asked.vendors.map((vendor) => reads.find('vendors', vendor, 'vendors')),
    );
    const slugs = found.map(({ slug }) => slug);
    if (new Set(slugs).size < slugs.length) throw invalid({ vendors: 'Name each vendor once' });
    const side = await reads.get('/api/compare/{pair}', { pair: joinSlugs(slugs), view: 'page' });
    const sourcesOf = new Map(side.sources.map(({ label, sources }) => [label, sources]));
    const facts = side.comparisonMatrix.flatMap((group) =>
      group.items.map(({ label, ...columns }) => ({
        group: group.name,
        name: label,
        cells: fromColumns(columns).map((value, at) => ({
          vendor: slugs[at] ?? '',
          ...ofField(textOf(value), sourcesOf.get(label)?.[at] ?? []),
        })),
      })),
    );
    const features = side.coverage.flatMap(({ category, rows }) =>
      rows.map(({ feature, cells, stated }) => ({
        group: category,
        name: feature.name,
        cells: cells.map((cell, at) => ({
          vendor: slugs[at] ?? '',
          ...ofCell(cell, stated?.[at]),
        })),
      })),
    );
    const { items: rows, ...rest } = pageOf([...facts, ...features], asked.cursor, ROWS);
    return {
      page: reads.siteUrl + pairPath(slugs),
      vendors: found.map((vendor) => vendorAt(reads.siteUrl, vendor)),
      rows,
      ...rest,
    };
  },
});

const VENDORS = 5;
/** As many as the API gives at once; a page of ours lies within one of them. */
const API_PAGE = 60;

const needs = z.array(name).max(MAX_NEEDS);

export const matchNeeds = defineTool({
  name: 'match_needs',
  title: 'Vendors by needs',
  description: `All vendors in the order of what they document of the features that a buyer needs, at most ${MAX_NEEDS}. ${RULE.join(' ')}`,
  input: z.strictObject({
    needs: needs.min(1).meta({ description: 'Features by slug or name; search finds them' }),
    musts: needs.default([]).meta({ description: 'Those that are must-haves' }),
    market: z.string().max(200).optional().meta({ description: 'Only vendors that serve it' }),
    category: z.string().max(200).optional().meta({ description: 'Only vendors filed under it' }),
    countStated: z.boolean().default(false).meta({ description: STATED_RULE }),
    cursor,
  }),
  output: z.object({
    needs: z.array(named.extend({ isMust: z.boolean(), question: z.string() })),
    vendors: z.array(
      named.extend({
        rank: z.int(),
        isShared: z.boolean().meta({ description: 'Whether another vendor has the same rank' }),
        documented: z.int(),
        partial: z.int(),
        absent: z.int(),
        notConfirmed: z.int(),
        cells: z.array(fact.extend({ feature: z.string() })),
      }),
    ),
    ...paging,
  }),
  async read({ market, category, countStated, ...asked }, reads) {
    const slugsOf = async (field: 'needs' | 'musts') => {
      const found = asked[field].map((one) => reads.find('features', one, field));
      return (await Promise.all(found)).map(({ slug }) => slug).join();
    };
    const start = Number(asked.cursor ?? 0);
    const found = await reads.get('/api/needs', {
      features: await slugsOf('needs'),
      musts: await slugsOf('musts'),
      market,
      category,
      stated: countStated ? 'true' : undefined,
      page: Math.floor(start / API_PAGE) + 1,
    });
    const from = start % API_PAGE;
    const end = start + VENDORS;
    return {
      needs: found.needs.map(({ isMust, question, ...feature }) => ({
        ...featureAt(reads.siteUrl, feature),
        isMust,
        question,
      })),
      vendors: found.vendors
        .slice(from, from + VENDORS)
        .map(({ vendor, cells, stated, mustsDocumented: _, ...standing }) => ({
          ...vendorAt(reads.siteUrl, vendor),
          ...standing,
          cells: cells.map((cell, at) => ({
            feature: found.needs[at]?.slug ?? '',
            ...ofCell(cell, stated?.[at]),
          })),
        })),
      total: found.total,
      nextCursor: end < found.total ? String(end) : null,
    };
  },
});
