import { listAndItems, type TypeSite } from '#site/type-site.ts';

export const FOLDER = '/glossary';

export const glossarySite: TypeSite = {
  ...listAndItems(FOLDER, 'glossary-list', 'glossary-detail'),
  area: {
    kind: 'Learn',
    title: 'Family Office Glossary',
    text: 'The words of the trade, each defined exactly and in plain English.',
  },
  nav: { label: 'Glossary', header: 7, footer: 7 },
};

/** How many items a page of its list shows. */
export const PAGE_SIZE = 120;
