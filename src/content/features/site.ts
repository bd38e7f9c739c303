import type { TypeSite } from '#site/type-site.ts';

export const FOLDER = '/features';

export const featuresSite: TypeSite = {
  folder: FOLDER,
  pages: {
    [FOLDER]: 'feature-list',
    [`${FOLDER}/$slug`]: 'feature',
  },
  area: {
    kind: 'Directory',
    title: 'Family Office Software Features',
    text: 'What family office software does, feature by feature.',
  },
  nav: { label: 'Features', header: 5, footer: 2 },
};
