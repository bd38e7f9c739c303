import { hrefTo } from '#client/href-to.ts';
import { sentenceOf, subjectOf } from '#content/shared/changes/change-words.ts';
import type { Twins } from '#content/shared/twin.ts';
import { link, paragraph, table } from '#content/shared/twin-blocks.server.ts';
import { textParam } from '#site/search-params.ts';
import { changesSite } from './site.ts';

export const changesTwins: Twins = {
  [changesSite.folder]: async ({ get }, { search }) => {
    const { since, changes } = await get('/api/changes', { vendor: textParam(search.vendor) });
    return {
      title: changesSite.area?.title ?? '',
      summary: changesSite.area?.text,
      blocks: [
        ...(since ? [paragraph(`The record begins on ${since.slice(0, 10)}.`)] : []),
        ...table(
          ['Day', 'Vendor', 'About', 'Change'],
          changes.map((change) => [
            change.at.slice(0, 10),
            link(change.vendor.name, hrefTo('/vendors/$slug', { slug: change.vendor.slug })),
            subjectOf(change),
            sentenceOf(change),
          ]),
        ),
        ...(changes.length === 0 ? [paragraph('Nothing has changed yet.')] : []),
      ],
    };
  },
};
