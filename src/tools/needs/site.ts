import type { TypeSite } from '#site/type-site.ts';

export const needsSite: TypeSite = {
  folder: '/needs',
  pages: { '/needs': 'needs' },
  area: {
    kind: 'Tool',
    title: 'Start From Your Needs',
    text: 'All vendors, ordered by how much of what you need is documented; also as CSV.',
  },
  nav: { label: 'Your Needs', footer: 9 },
};
