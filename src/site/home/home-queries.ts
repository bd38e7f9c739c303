import { queryOptions } from '@tanstack/react-query';
import type { CtaBanner } from '#content/cta-banners/cta-banners.collection.ts';
import type { ArticleCardData } from '#content/news/site/article-card.tsx';
import { seededPick } from '#content/shared/seeded.ts';
import { apiList } from '#site/api/api-client.ts';
import { listQuery, newsListQuery, pathWith } from '#site/api/queries.ts';
import { PAGE_SIZE } from '#site/first-pages.ts';
import type { VendorCardData } from '#site/vendor-card.tsx';

type Banner = Pick<CtaBanner, 'id' | 'title' | 'description' | 'buttonText' | 'buttonUrl'>;

export const FEATURED = 3;
const POOL = 60;
/** A few more than shown, since one without a slug cannot be linked. */
const NEWS_ASKED = 6;

const card = { status: 'published', view: 'card' } as const;

/** Featured vendors; when there are none, three others that change from day to day. */
export const featuredVendorsQuery = queryOptions({
  queryKey: ['/api/vendors', 'featured'],
  queryFn: async () => {
    const chosen = await apiList<VendorCardData>(
      pathWith('/api/vendors', { ...card, featured: 'true', limit: FEATURED }),
    );
    if (chosen.items.length > 0) return chosen.items;
    const pool = await apiList<VendorCardData>(pathWith('/api/vendors', { ...card, limit: POOL }));
    return seededPick(pool.items, FEATURED, `home:${new Date().toISOString().slice(0, 10)}`);
  },
});

export const latestNewsQuery = newsListQuery<ArticleCardData>({ limit: NEWS_ASKED });

export const bannersQuery = listQuery<Banner>('cta-banners', { limit: PAGE_SIZE.banners });
