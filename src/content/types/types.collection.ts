import { publishing, relatedInfo, seo } from '#content/shared/field-groups.ts';
import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { markdown, slug, text } from '#kit/fields.ts';

export const types = defineCollection({
  name: 'types',
  table: 'type_entries',
  label: { one: 'Type', many: 'Types' },
  group: 'education',
  title: 'title',
  body: 'description',
  visible: { field: 'isPublished', is: true },
  publicPath: '/types',
  search: ['title', 'description'],
  card: ['slug', 'title', 'description'],
  fields: {
    title: text({ required: true, max: 200 }),
    slug: slug(),
    description: text({ max: 2000 }),
    content: markdown({ autoLink: true }),
    ...publishing,
    ...seo,
    ...relatedInfo,
  },
});

export type FamilyOfficeType = ItemOf<typeof types>;
