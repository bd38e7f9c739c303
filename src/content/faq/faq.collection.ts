import { publishing, relatedInfo, seo } from '#content/shared/field-groups.ts';
import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { markdown, slug, text } from '#kit/fields.ts';

export const faq = defineCollection({
  name: 'faq',
  table: 'faq_entries',
  label: { one: 'FAQ', many: 'FAQ' },
  group: 'education',
  title: 'question',
  body: 'answer',
  visible: { field: 'isPublished', is: true },
  publicPath: '/faq',
  search: ['question', 'answer', 'category'],
  card: ['slug', 'question', 'answer', 'category'],
  index: ['category'],
  fields: {
    question: text({ required: true, max: 500 }),
    slug: slug(),
    answer: markdown({ required: true, autoLink: true }),
    name: text({ max: 200, label: 'Short name' }),
    category: text({ max: 100 }),
    ...publishing,
    ...seo,
    ...relatedInfo,
  },
});

export type FaqEntry = ItemOf<typeof faq>;
