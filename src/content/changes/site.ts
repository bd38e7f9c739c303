import { hrefTo } from '#client/href-to.ts';
import type { TypeSite } from '#site/type-site.ts';

export const FEED = '/changes.xml';

/** The same of one vendor. */
export const feedOf = (slug: string) => `${hrefTo('/vendors/$slug', { slug })}${FEED}`;

export const changesSite: TypeSite = {
  folder: '/changes',
  pages: { '/changes': 'changes' },
  params: ['vendor'],
  area: {
    kind: 'Directory',
    title: 'What Changed About Vendors',
    text: 'New owners, price meters, attestations, and features confirmed or lost.',
  },
  feed: FEED,
};
