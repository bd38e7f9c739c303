import type { TypeSite } from '#site/type-site.ts';

export const correctionsSite: TypeSite = {
  folder: '/corrections',
  pages: { '/corrections': 'corrections' },
  area: {
    kind: 'Directory',
    title: 'Corrections',
    text: 'What readers reported, what we decided and why, and how long it took.',
  },
};
