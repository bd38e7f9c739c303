import { orIfMissing } from '#client/api-client.ts';
import { hrefTo } from '#client/href-to.ts';
import { guideTwins } from '#content/buyers-guides/buyers-guides.twin.server.ts';
import { comparisonTwins } from '#content/comparisons/comparisons.twin.server.ts';
import { coverageTwins } from '#content/coverage/coverage.twin.server.ts';
import { faqTwins } from '#content/faq/faq.twin.server.ts';
import { featureTwins } from '#content/features/features.twin.server.ts';
import { registry } from '#content/index.ts';
import { landingTwins } from '#content/landing-pages/landing-pages.twin.server.ts';
import { newsTwins } from '#content/news/news.twin.server.ts';
import { titleOf } from '#content/news/title-of.ts';
import { pages } from '#content/pages/pages.collection.ts';
import { serviceTwins } from '#content/services/services.twin.server.ts';
import { itemTwin, links, nextPart, partOf } from '#content/shared/item-twin.server.ts';
import type { Twins, WriteTwin } from '#content/shared/twin.ts';
import { bullets, link, paragraph, section } from '#content/shared/twin-blocks.server.ts';
import { useCaseTwins } from '#content/use-cases/use-cases.twin.server.ts';
import { vendorTwins } from '#content/vendors/vendors.twin.server.ts';
import { type Collection, headlineOf, publicPathOf, slugOf } from '#kit/collection.ts';
import { areasOf, HOME } from '#modules/discovery/areas.ts';
import { cutText, stripMarks } from '#platform/text/excerpt.ts';
import type { TypeSite } from '#site/type-site.ts';
import { changesTwins } from '#tools/changes/changes.twin.server.ts';
import { correctionsTwins } from '#tools/corrections/corrections.twin.server.ts';
import { dataTwins } from '#tools/data/data.twin.server.ts';
import { machinesTwins } from '#tools/machines/machines.twin.server.ts';
import { needsTwins } from '#tools/needs/needs.twin.server.ts';
import { siteList } from '../sites.ts';
import { FIXED_PAGES } from '../slug/fixed-pages.ts';

const NEWS = 6;
const FEATURED = 12;

const landingTwin = landingTwins['/$slug'];

/** Pages that belong to no type, and those that two types share. */
export const ownTwins: Twins = {
  '/': async ({ cards, get }) => {
    const [vendors, featured, news, categories] = await Promise.all([
      cards('vendors', { limit: 1 }),
      cards('vendors', { featured: 'true', limit: FEATURED }),
      cards('news', { limit: NEWS }),
      get('/api/feature-categories'),
    ]);
    return {
      title: HOME.title,
      summary: HOME.text,
      blocks: [
        ...section(
          'Areas',
          bullets(
            areasOf(siteList).map(({ path, title, text }) => [link(title, path), `: ${text}`]),
          ),
        ),
        ...section('Vendors', [
          paragraph([
            `${vendors.total} vendors in the `,
            link('directory', hrefTo('/vendors')),
            '.',
          ]),
          ...links('/vendors', featured.items),
        ]),
        ...section(
          'Features by category',
          bullets(
            categories.map(({ category, count }) => [
              link(category, hrefTo('/features', {}, { category })),
              `: ${count}`,
            ]),
          ),
        ),
        ...section(
          'Latest news',
          links(
            '/news',
            news.items.map((item) => ({ slug: item.slug, title: titleOf(item) })),
          ),
        ),
      ],
    };
  },

  '/shortlist': async () => ({
    title: 'Shortlist',
    summary:
      'Vendors that a visitor put on a list, with a scorecard and a memo. All of it stays in that browser: there is nothing of it on the server.',
    blocks: bullets([
      link('All vendors', hrefTo('/vendors')),
      link('Vendors by needs', hrefTo('/needs')),
      link('Two to four vendors side by side', hrefTo('/compare')),
    ]),
  }),

  '/search': async () => ({
    title: 'Search',
    summary: 'One search over everything that is published.',
    blocks: [
      paragraph(['Programs ask ', link('/api/search?q=words', '/api/search'), ' for JSON.']),
    ],
  }),

  /** A landing page, else a generic page, as the page has it. */
  '/$slug': async (reads, call) => {
    const slug = call.key;
    const landing =
      landingTwin && !FIXED_PAGES.has(slug) && (await orIfMissing(landingTwin(reads, call), null));
    return landing || itemTwin(pages, await reads.get('/api/pages/slug/{slug}', { slug }));
  },
};

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
            const slug = slugOf(collection, item);
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
  async ({ get }, { key }) =>
    itemTwin(collection, await get('/api/{name}/{key}', { name: collection.name, key }));

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
