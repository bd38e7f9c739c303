import * as z from 'zod';
import { MAX_NEEDS, RULE, STATED_RULE, sayCounts } from '#tools/needs/rule.ts';
import { fact, ofCell, sayFact } from '../facts.ts';
import { cursor, defineTool, name, paging, sayNext } from '../tool.server.ts';
import { featureAt, named, vendorAt } from './vendors.server.ts';

const PAGE = 5;
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
        cells: z.array(fact).meta({ description: 'One for each need, in their order' }),
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
    const end = start + PAGE;
    return {
      needs: found.needs.map(({ isMust, question, ...feature }) => ({
        ...featureAt(reads.siteUrl, feature),
        isMust,
        question,
      })),
      vendors: found.vendors
        .slice(from, from + PAGE)
        .map(({ vendor, cells, stated, mustsDocumented: _, ...standing }) => ({
          ...vendorAt(reads.siteUrl, vendor),
          ...standing,
          cells: cells.map((cell, at) => ofCell(cell, stated?.[at])),
        })),
      total: found.total,
      nextCursor: end < found.total ? String(end) : null,
    };
  },
  say: ({ needs: asked, vendors, nextCursor }) =>
    [
      ...vendors.flatMap((vendor) => [
        `${vendor.rank}. ${vendor.name}, ${vendor.page}: ${sayCounts(vendor)}`,
        ...vendor.cells.map((cell, at) => `- ${asked[at]?.name}: ${sayFact(cell)}`),
      ]),
      ...(vendors.length === 0 ? ['No vendor on this page.'] : []),
      ...sayNext(nextCursor),
    ].join('\n'),
});
