import { guideTwins } from '#content/buyers-guides/buyers-guides.twin.server.ts';
import { comparisonTwins } from '#content/comparisons/comparisons.twin.server.ts';
import { coverageTwins } from '#content/coverage/coverage.twin.server.ts';
import { faqTwins } from '#content/faq/faq.twin.server.ts';
import { featureTwins } from '#content/features/features.twin.server.ts';
import { registry } from '#content/index.ts';
import { newsTwins } from '#content/news/news.twin.server.ts';
import { serviceTwins } from '#content/services/services.twin.server.ts';
import { itemTwin, nextPart, partOf } from '#content/shared/item-twin.server.ts';
import type { Twins, WriteTwin } from '#content/shared/twin.ts';
import { bullets, link } from '#content/shared/twin-blocks.server.ts';
import { useCaseTwins } from '#content/use-cases/use-cases.twin.server.ts';
import { vendorTwins } from '#content/vendors/vendors.twin.server.ts';
import { type Collection, headlineOf, publicPathOf, slugFieldOf } from '#kit/collection.ts';
import { cutText, stripMarks } from '#platform/text/excerpt.ts';
import type { TypeSite } from '#site/type-site.ts';
import { changesTwins } from '#tools/changes/changes.twin.server.ts';
import { correctionsTwins } from '#tools/corrections/corrections.twin.server.ts';
import { dataTwins } from '#tools/data/data.twin.server.ts';
import { machinesTwins } from '#tools/machines/machines.twin.server.ts';
import { needsTwins } from '#tools/needs/needs.twin.server.ts';
import { shortlistTwins } from '#tools/shortlist/shortlist.twin.server.ts';
import { siteList } from '../sites.ts';

const SUMMARY = 200;

/** Any type's list: its items, each with the beginning of what describes it. */
const listTwin =
  (collection: Collection, { folder, area }: TypeSite): WriteTwin =>
  async ({ cardsOf }, call) => {
    const { page, ...part } = partOf(call);
    const { q, category } = call.search;
    const { items, total } = await cardsOf(collection.name, { ...part, q, category });
    return {
      title: area?.title ?? collection.label.many,
      summary: area?.text,
      blocks: [
        ...bullets(
          items.map((item) => {
            const slug = String(item[slugFieldOf(collection) ?? 'slug']);
            const text = stripMarks(String((collection.body && item[collection.body]) || ''));
            return [
              link(headlineOf(collection, item), publicPathOf(collection, slug)),
              text === '' ? '' : `: ${cutText(text, SUMMARY, '…')}`,
            ];
          }),
        ),
        ...nextPart(folder, page, total),
      ],
    };
  };

const plainItem =
  (collection: Collection): WriteTwin =>
  async ({ itemOf }, { key }) =>
    itemTwin(collection, await itemOf(collection.name, key));

/** Lists and items of types without a twin of their own making. */
const plainTwins = (): Twins =>
  Object.fromEntries(
    siteList.flatMap((site) => {
      const collection = registry.find(({ publicPath }) => publicPath === site.folder);
      if (!collection) return [];
      return [
        [site.folder, listTwin(collection, site)],
        [`${site.folder}/$slug`, plainItem(collection)],
      ];
    }),
  );

/** The twin of every page of a type. */
export const typeTwins: Twins = {
  ...plainTwins(),
  ...vendorTwins,
  ...needsTwins,
  ...comparisonTwins,
  ...shortlistTwins,
  ...guideTwins,
  ...useCaseTwins,
  ...featureTwins,
  ...coverageTwins,
  ...changesTwins,
  ...correctionsTwins,
  ...dataTwins,
  ...machinesTwins,
  ...serviceTwins,
  ...faqTwins,
  ...newsTwins,
};
