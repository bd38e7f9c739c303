import { hrefTo } from '#client/href-to.ts';
import { evidenceInCell } from '#content/shared/coverage/evidence-blocks.server.ts';
import type { Twins } from '#content/shared/twin.ts';
import {
  bullets,
  itemLink,
  link,
  paragraph,
  section,
  table,
} from '#content/shared/twin-blocks.server.ts';
import { counted } from '#platform/words.ts';
import { listParam, pageParam, textParam } from '#site/search-params.ts';
import { coverageSite, MAX_CHOSEN } from './site.ts';

export const coverageTwins: Twins = {
  [coverageSite.folder]: async ({ get }, { search }) => {
    const feature = listParam(search.f, MAX_CHOSEN);
    const category = feature ? undefined : textParam(search.category);
    const vendor = listParam(search.v, MAX_CHOSEN);
    const page = pageParam(search.page) ?? 1;
    const matrix = await get('/api/coverage-matrix', { category, feature, vendor, page });
    const { rows, vendors, total, pages, choices } = matrix;
    const next = { category: matrix.category || undefined, f: feature, v: vendor, page: page + 1 };
    return {
      title: `${coverageSite.area?.title}: ${matrix.category || 'chosen needs'}`,
      summary: coverageSite.area?.text,
      blocks: [
        paragraph(`${counted(total, 'vendor has', 'vendors have')} evidence here.`),
        ...table(
          ['Vendor', ...rows.map((row) => row.feature.name)],
          vendors.map((vendor, at) => [
            itemLink('/vendors', vendor),
            ...rows.map(({ cells, stated }) => evidenceInCell(cells[at], stated?.[at])),
          ]),
        ),
        ...(page < pages
          ? [paragraph(link(`Part ${page + 1} of ${pages}`, hrefTo('/features/matrix', {}, next)))]
          : []),
        ...section(
          'Categories',
          bullets(
            choices.map((one) =>
              link(one.category, hrefTo('/features/matrix', {}, { category: one.category })),
            ),
          ),
        ),
      ],
    };
  },
};
