import { queryOptions } from '@tanstack/react-query';
import { BANNERS } from '#app/prefetch.ts';
import { newsListQuery } from '#content/news/news.query.ts';
import { seededPick } from '#content/shared/seeded.ts';
import { apiCards } from '#site/api/api-client.ts';
import { listQuery, pathQuery } from '#site/api/queries.ts';

export const FEATURED = 3;
const POOL = 60;
/** A few more than shown, since one without a slug cannot be linked. */
const NEWS_ASKED = 6;

/** Featured vendors; when there are none, three others that change from day to day. */
export const featuredVendorsQuery = queryOptions({
  queryKey: ['/api/vendors', 'featured'],
  queryFn: async () => {
    const chosen = await apiCards('vendors', { featured: 'true', limit: FEATURED });
    if (chosen.items.length > 0) return chosen.items;
    const pool = await apiCards('vendors', { limit: POOL });
    return seededPick(pool.items, FEATURED, `home:${new Date().toISOString().slice(0, 10)}`);
  },
});

export const latestNewsQuery = newsListQuery({ limit: NEWS_ASKED });

/** Only its total is shown. */
export const vendorsQuery = listQuery('vendors', { limit: 1 });
export const categoriesQuery = pathQuery('/api/feature-categories');

export const bannersQuery = listQuery('cta-banners', { limit: BANNERS });
