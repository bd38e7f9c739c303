import { publishing, relatedInfo, seo } from '#content/shared/field-groups.ts';
import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { flag, markdown, slug, text } from '#kit/fields.ts';

export const glossary = defineCollection({
  name: 'glossary',
  table: 'glossary_entries',
  label: { one: 'Glossary Term', many: 'Glossary' },
  group: 'education',
  title: 'term',
  body: 'definition',
  visible: { field: 'isPublished', is: true },
  publicPath: '/glossary',
  search: ['term', 'definition', 'category'],
  card: ['slug', 'term', 'definition', 'category'],
  index: ['category'],
  fields: {
    term: text({ required: true, max: 200 }),
    slug: slug(),
    definition: markdown({ required: true, autoLink: true }),
    category: text({ max: 100 }),
    autoLink: flag(false, { label: 'Auto-link' }),
    ...publishing,
    ...seo,
    ...relatedInfo,
  },
});

export type GlossaryTerm = ItemOf<typeof glossary>;
