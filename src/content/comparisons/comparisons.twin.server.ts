import type { ResponseOf } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import {
  coverageBlocks,
  evidenceInCell,
  factInCell,
} from '#content/shared/coverage/evidence-blocks.server.ts';
import { itemTwin, links, nextPart, partOf } from '#content/shared/item-twin.server.ts';
import type { Twins } from '#content/shared/twin.ts';
import { bullets, itemLink, link, section, table } from '#content/shared/twin-blocks.server.ts';
import { comparisons } from './comparisons.collection.ts';
import { asLine, fromColumns, groupFacts } from './matrix.ts';
import { CURATED, comparisonsSite, pairPath, partsOfAddress } from './site.ts';

const sideBySide = (compared: ResponseOf<'get', '/api/compare/{pair}'>) => {
  const vendors = fromColumns(compared);
  const head = ['', ...vendors.map(({ name }) => name)];
  const facts = groupFacts(compared).flatMap(({ name, rows }) =>
    section(
      name,
      table(
        head,
        rows.map(({ label, cells }) => [
          label,
          ...cells.map(({ value, sources }) => factInCell(asLine(value), sources)),
        ]),
      ),
      3,
    ),
  );
  return [
    ...section('Vendors', bullets(vendors.map((vendor) => itemLink('/vendors', vendor)))),
    ...section('Facts', facts),
    ...coverageBlocks(compared.coverage, head, ({ cells, stated }) =>
      vendors.map((_, at) => evidenceInCell(cells[at], stated?.[at])),
    ),
  ];
};

export const comparisonTwins: Twins = {
  '/compare': async ({ get, cards }, call) => {
    const { page, ...part } = partOf(call);
    const [popular, { items, total }] = await Promise.all([
      get('/api/popular-comparisons'),
      cards('comparisons', part),
    ]);
    return {
      title: comparisonsSite.area?.title ?? '',
      summary: `${comparisonsSite.area?.text} Any two to four vendors have an address: /compare/{slug}-vs-{slug}.md, with the slugs of the directory.`,
      blocks: [
        ...section(
          'Popular comparisons',
          bullets(
            popular.map(({ pair, title, text }) => [
              link(title, hrefTo('/compare/$pair', { pair })),
              `: ${text}`,
            ]),
          ),
        ),
        ...section('Written by the editors', links(CURATED, items)),
        ...nextPart('/compare', page, total),
      ],
    };
  },

  '/compare/$pair': async ({ get }, { key }) => {
    const compared = await get('/api/compare/{pair}', { pair: key });
    const vendors = fromColumns(compared);
    return {
      title: vendors.map(({ name }) => name).join(' vs '),
      summary: 'What each documents in public, row by row.',
      canonical: pairPath(vendors.map(({ slug }) => slug)),
      blocks: sideBySide(compared),
    };
  },

  [`${CURATED}/$slug`]: async ({ item, get }, { key }) => {
    const [comparison, compared] = await Promise.all([
      item('comparisons', key),
      get('/api/compare/{pair}', { pair: key }),
    ]);
    const { vendorA: _a, vendorB: _b, ...own } = comparison;
    return {
      ...itemTwin(comparisons, own, { last: sideBySide(compared) }),
      canonical: pairPath(partsOfAddress(comparison.slug)),
    };
  },
};
