import { FEED } from '#content/shared/changes/change-words.ts';
import type { TypeSite } from '#site/type-site.ts';

export const changesSite: TypeSite = {
  folder: '/changes',
  pages: { '/changes': 'changes' },
  area: {
    kind: 'Directory',
    title: 'What Changed About Vendors',
    text: 'New owners, price meters, attestations, and features confirmed or lost.',
  },
  feed: FEED,
};
