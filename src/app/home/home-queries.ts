import { queryOptions } from '@tanstack/react-query';
import { BANNERS } from '#app/prefetch.ts';
import { newsListQuery } from '#content/news/news.query.ts';
import { FAMILY_OFFICES } from '#content/shared/fit.ts';
import { seededPick } from '#content/shared/seeded.ts';
import { today } from '#platform/today.ts';
import { apiCards } from '#site/api/api-client.ts';
import { listQuery, pathQuery } from '#site/api/queries.ts';

export const FEATURED = 3;
const POOL = 60;
/** A few more than shown, since one without a slug cannot be linked. */
const NEWS_ASKED = 6;

const FITTING = 'Featured vendors serve family offices. Places cannot be bought.';
const PICKED = 'Picked by the editors; no place is for sale.';
const DAILY = 'Three vendors of the directory, others from day to day; no place is for sale.';

/** Featured vendors that serve family offices, else all that are featured; when there are none, three others that change from day to day. */
export const featuredVendorsQuery = queryOptions({
  queryKey: ['/api/vendors', 'featured'],
  queryFn: async () => {
    const featured = { featured: 'true', limit: FEATURED };
    const fitting = await apiCards('vendors', { ...featured, market: FAMILY_OFFICES });
    if (fitting.items.length > 0) return { items: fitting.items, rule: FITTING };
    const chosen = await apiCards('vendors', featured);
    if (chosen.items.length > 0) return { items: chosen.items, rule: PICKED };
    const pool = await apiCards('vendors', { limit: POOL });
    return { items: seededPick(pool.items, FEATURED, `home:${today()}`), rule: DAILY };
  },
});

export const latestNewsQuery = newsListQuery({ limit: NEWS_ASKED });

/** Only its total is shown. */
export const vendorsQuery = listQuery('vendors', { limit: 1 });
export const categoriesQuery = pathQuery('/api/feature-categories');

export const bannersQuery = listQuery('cta-banners', { limit: BANNERS });
