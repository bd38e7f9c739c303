import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { pageFields } from '#kit/field-groups.ts';
import { markdown, slug, text } from '#kit/fields.ts';
import { FOLDER } from './site.ts';

export const faq = defineCollection({
  name: 'faq',
  table: 'faq_entries',
  label: { one: 'FAQ', many: 'FAQ' },
  group: 'education',
  title: 'question',
  body: 'answer',
  visible: { field: 'isPublished', is: true },
  publicPath: FOLDER,
  search: ['question', 'answer', 'category'],
  inSearch: { weight: 0.7 },
  card: ['slug', 'question', 'answer', 'category'],
  hasCards: true,
  index: ['category'],
  example: {
    question: 'What is a family office?',
    slug: 'what-is-a-family-office',
    answer: 'A company that looks after the affairs of one family, or of several.',
    category: 'Basics',
  },
  fields: {
    question: text({ required: true, max: 500 }),
    slug: slug(),
    answer: markdown({ required: true, autoLink: true }),
    name: text({ max: 200, label: 'Short name' }),
    category: text({ max: 100, suggests: true }),
    ...pageFields,
  },
});

export type FaqEntry = ItemOf<typeof faq>;
