import type { TypeSite } from '#site/type-site.ts';

export const coverageSite: TypeSite = {
  folder: '/features/matrix',
  pages: { '/features/matrix': 'matrix' },
  params: ['category', 'page'],
  area: {
    kind: 'Tool',
    title: 'Feature Matrix',
    text: 'Which vendor documents which feature, with the page that says so; also as CSV.',
  },
};
