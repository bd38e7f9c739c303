import { listAndItems, type TypeSite } from '#site/type-site.ts';

export const FOLDER = '/features';

export const featuresSite: TypeSite = {
  ...listAndItems(FOLDER, 'feature-list', 'feature'),
  area: {
    kind: 'Directory',
    title: 'Family Office Software Features',
    text: 'What family office software does, feature by feature.',
  },
  nav: { label: 'Features', header: 5, footer: 2 },
};
