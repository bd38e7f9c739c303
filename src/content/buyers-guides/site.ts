import { listAndItems, type TypeSite } from '#site/type-site.ts';

export const FOLDER = '/buyers-guides';

export const buyersGuidesSite: TypeSite = {
  ...listAndItems(FOLDER, 'guide-list', 'guide'),
  area: {
    kind: 'Guides',
    title: "Family Office Software Buyer's Guides",
    text: 'What to insist on and what to watch for, by kind of buyer.',
  },
  nav: { label: "Buyer's Guides", shortLabel: 'Guides', header: 6, footer: 5 },
};
