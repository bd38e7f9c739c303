import type { TypeSite } from '#site/type-site.ts';

export const shortlistSite: TypeSite = {
  folder: '/shortlist',
  pages: { '/shortlist': 'shortlist' },
};
