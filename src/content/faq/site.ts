import { listAndItems, type TypeSite } from '#site/type-site.ts';

export const FOLDER = '/faq';

export const faqSite: TypeSite = {
  ...listAndItems(FOLDER, 'faq-list', 'faq-detail'),
  area: {
    kind: 'Learn',
    title: 'Frequently Asked Questions',
    text: 'Short answers about choosing, paying for and running the software.',
  },
  nav: { label: 'FAQ', footer: 6 },
};

/** How many items a page of its list shows. */
export const PAGE_SIZE = 60;
