import type { TypeSite } from '#site/type-site.ts';

export const FOLDER = '/vendors';

/** With fewer a page of alternatives is nothing that a search engine should keep. */
export const ENOUGH_ALTERNATIVES = 3;

export const vendorsSite: TypeSite = {
  folder: FOLDER,
  pages: {
    [FOLDER]: 'vendor-list',
    [`${FOLDER}/$slug`]: 'vendor-profile',
    [`${FOLDER}/$slug/alternatives`]: 'alternatives',
  },
  area: {
    kind: 'Directory',
    title: 'Family Office Software Vendors',
    text: 'Profiles of family office software vendors, each with its sources.',
  },
  nav: { label: 'Vendors', header: 1, footer: 1 },
};
