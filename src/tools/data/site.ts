import type { TypeSite } from '#site/type-site.ts';

export const dataSite: TypeSite = {
  folder: '/data',
  pages: { '/data': 'data' },
  area: {
    kind: 'Directory',
    title: 'Open Data',
    text: 'Vendors, features, coverage, events and contract terms as CSV and JSON, with a license that lets you use them.',
  },
};
