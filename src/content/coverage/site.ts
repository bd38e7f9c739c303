import type { TypeSite } from '#site/type-site.ts';

/** One screen holds no more features, nor more vendors. */
export const MAX_CHOSEN = 30;

export const coverageSite: TypeSite = {
  folder: '/features/matrix',
  pages: { '/features/matrix': 'matrix' },
  area: {
    kind: 'Tool',
    title: 'Feature Matrix',
    text: 'Which vendor documents which feature, with the page that says so; also as CSV.',
  },
};
