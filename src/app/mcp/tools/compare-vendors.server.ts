import * as z from 'zod';
import { fromColumns } from '#content/comparisons/matrix.ts';
import { joinSlugs, MAX_COMPARED, pairPath } from '#content/comparisons/site.ts';
import { invalid } from '#platform/errors.ts';
import { fact, ofCell, ofField, sayFact } from '../facts.ts';
import { cursor, defineTool, name, pageOf, paging, sayNext } from '../tool.server.ts';
import { named, vendorAt } from './vendors.server.ts';

const PAGE = 12;

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
        cells: z.array(fact).meta({ description: 'One for each vendor, in their order' }),
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
        cells: fromColumns(columns).map((value, at) =>
          ofField(textOf(value), sourcesOf.get(label)?.[at] ?? []),
        ),
      })),
    );
    const features = side.coverage.flatMap(({ category, rows }) =>
      rows.map(({ feature, cells, stated }) => ({
        group: category,
        name: feature.name,
        cells: cells.map((cell, at) => ofCell(cell, stated?.[at])),
      })),
    );
    const { items: rows, ...rest } = pageOf([...facts, ...features], asked.cursor, PAGE);
    return {
      page: reads.siteUrl + pairPath(slugs),
      vendors: found.map((vendor) => vendorAt(reads.siteUrl, vendor)),
      rows,
      ...rest,
    };
  },
  say: ({ page, vendors, rows, nextCursor }) =>
    [
      `${vendors.map((vendor) => vendor.name).join(' vs ')}, ${page}`,
      ...rows.flatMap((row) => [
        `${row.group}: ${row.name}`,
        ...row.cells.map((cell, at) => `- ${vendors[at]?.name}: ${sayFact(cell)}`),
      ]),
      ...sayNext(nextCursor),
    ].join('\n'),
});
