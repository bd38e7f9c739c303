import { hrefTo } from '#client/href-to.ts';
import { evidenceInCell } from '#content/shared/coverage/evidence-blocks.server.ts';
import type { Twin, Twins } from '#content/shared/twin.ts';
import {
  type Block,
  bullets,
  itemLink,
  link,
  paragraph,
  section,
  table,
} from '#content/shared/twin-blocks.server.ts';
import {
  chosenOf,
  type Facets,
  type Needs,
  paramsOf,
  readNeedsSearch,
} from './pages/needs-search.ts';
import { RULE, STATED_RULE, sayCounts } from './rule.ts';
import { needsSite } from './site.ts';

const choicesOf = ({ features }: Facets): Block[] =>
  features.flatMap(({ category, options }) =>
    section(
      category,
      bullets(
        options.map(({ value, label }) => [
          link(label, hrefTo('/needs', {}, { f: [value] })),
          ` (f=${value})`,
        ]),
      ),
      3,
    ),
  );

const rankedOf = ({ needs, total, vendors }: Needs): Block[] => [
  paragraph(`${total} vendors, ${vendors.length} of them here.`),
  ...table(
    [
      'Rank',
      'Vendor',
      'In all',
      ...needs.map((need) => need.name + (need.isMust ? ' (must)' : '')),
    ],
    vendors.map((one) => [
      String(one.rank),
      itemLink('/vendors', one.vendor),
      sayCounts(one),
      ...one.cells.map((cell, at) => evidenceInCell(cell, one.stated?.[at])),
    ]),
  ),
  ...section('To ask where it is not confirmed', bullets(needs.map((need) => need.question))),
];

export const needsTwins: Twins = {
  [needsSite.folder]: async ({ get }, call): Promise<Twin> => {
    const search = readNeedsSearch(call.search);
    const { market, category, page } = search;
    const facets = await get('/api/vendor-facets', { market, category });
    const chosen = chosenOf(search, facets);
    const ranked =
      chosen.f.length > 0 ? await get('/api/needs', { ...paramsOf(chosen), page }) : undefined;
    return {
      title: needsSite.area?.title ?? '',
      summary: needsSite.area?.text,
      blocks: [
        ...section('The order', bullets(chosen.stated ? [...RULE, STATED_RULE] : RULE)),
        ...(ranked ? section('Vendors', rankedOf(ranked)) : []),
        ...section('Needs to choose from', [
          paragraph(
            'Each is a parameter f of this address, repeated as often as needed; must marks those without which nothing else counts.',
          ),
          ...choicesOf(facets),
        ]),
      ],
    };
  },
};
