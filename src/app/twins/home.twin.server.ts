import { hrefTo } from '#client/href-to.ts';
import { landingTwins } from '#content/landing-pages/landing-pages.twin.server.ts';
import { titleOf } from '#content/news/title-of.ts';
import { pages } from '#content/pages/pages.collection.ts';
import { itemTwin, links } from '#content/shared/item-twin.server.ts';
import type { Twins } from '#content/shared/twin.ts';
import { bullets, link, paragraph, section } from '#content/shared/twin-blocks.server.ts';
import { areasOf, HOME } from '#modules/discovery/areas.ts';
import { ApiError } from '#platform/api-error.ts';
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
    try {
      if (landingTwin && !FIXED_PAGES.has(slug)) return await landingTwin(reads, call);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
    }
    return itemTwin(pages, await reads.get('/api/pages/slug/{slug}', { slug }));
  },
};
