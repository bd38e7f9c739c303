import { listAndItems, type TypeSite } from '#site/type-site.ts';

export const FOLDER = '/use-cases';

export const useCasesSite: TypeSite = {
  ...listAndItems(FOLDER, 'use-case-list', 'use-case'),
  area: {
    kind: 'Guides',
    title: 'Use Cases',
    text: 'Implementation guides: what to prepare and in which order to work.',
  },
  nav: { label: 'Use Cases', header: 2, footer: 3 },
};
