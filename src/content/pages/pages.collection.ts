import { defineCollection } from '#kit/collection.ts';
import { publishing, seo } from '#kit/field-groups.ts';
import { choice, flag, markdown, slug, text } from '#kit/fields.ts';

const FOOTER_SECTIONS = ['legal', 'company', 'resources', 'support'] as const;

export type FooterSectionId = (typeof FOOTER_SECTIONS)[number];

export const pages = defineCollection({
  name: 'pages',
  table: 'pages',
  label: { one: 'Page', many: 'Pages' },
  group: 'system',
  title: 'title',
  body: 'excerpt',
  visible: { field: 'isPublished', is: true },
  signedInOnly: 'all',
  publicPath: '',
  ownScreen: true,
  search: ['title', 'slug'],
  card: [
    'slug',
    'title',
    'excerpt',
    'isPublished',
    'showInFooter',
    'footerSection',
    'displayOrder',
  ],
  columns: {
    slug: 'Slug',
    isPublished: 'Status',
    footerSection: 'Footer',
    displayOrder: 'Order',
    updatedAt: 'Updated',
  },
  fields: {
    title: text({ required: true, max: 200 }),
    slug: slug(),
    content: markdown({ required: true, rows: 15 }),
    excerpt: text({ max: 1000 }),
    showInFooter: flag(false, { label: 'Show in Footer' }),
    footerSection: choice(FOOTER_SECTIONS),
    ...publishing,
    ...seo,
  },
});
