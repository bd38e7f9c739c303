import { hrefTo } from '#client/href-to.ts';
import { EVIDENCE_HEAD, evidenceCells } from '#content/shared/coverage/evidence-blocks.server.ts';
import { sayStated } from '#content/shared/coverage/evidence-words.ts';
import { itemTwin } from '#content/shared/item-twin.server.ts';
import type { Twins } from '#content/shared/twin.ts';
import { itemLink, link, paragraph, section, table } from '#content/shared/twin-blocks.server.ts';
import { features } from './features.collection.ts';
import { FOLDER } from './site.ts';

export const featureTwins: Twins = {
  [`${FOLDER}/$slug`]: async ({ item, get }, { key }) => {
    const [feature, { totals, notConfirmed, vendors, stated }] = await Promise.all([
      item('features', key),
      get('/api/features/{id}/coverage', { id: key }),
    ]);
    const { documented, partial, absent } = totals;
    const { category } = feature;
    const first = section('Who documents it', [
      paragraph(
        `${documented} documented, ${partial} partly, ${absent} say they do not, ${notConfirmed} not confirmed.`,
      ),
      ...table(
        ['Vendor', ...EVIDENCE_HEAD],
        vendors.map(({ vendor, cell }) => [itemLink('/vendors', vendor), ...evidenceCells(cell)]),
      ),
      ...table(
        ['Vendor', 'The vendor states'],
        stated.vendors.map((one) => [itemLink('/vendors', one.vendor), sayStated(one.stated)]),
      ),
      ...(category
        ? [
            paragraph([
              'All vendors: ',
              link(
                `who documents what in ${category}`,
                hrefTo('/features/matrix', {}, { category }),
              ),
            ]),
          ]
        : []),
    ]);
    return itemTwin(features, feature, { first });
  },
};
