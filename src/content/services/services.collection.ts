import { publishing, relatedInfo, seo } from '#content/shared/field-groups.ts';
import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { markdown, slug, text } from '#kit/fields.ts';

export const services = defineCollection({
  name: 'services',
  table: 'service_entries',
  label: { one: 'Service', many: 'Services' },
  group: 'education',
  title: 'title',
  body: 'description',
  visible: { field: 'isPublished', is: true },
  publicPath: '/services',
  search: ['title', 'description', 'category'],
  card: ['slug', 'title', 'description', 'category'],
  index: ['category'],
  fields: {
    title: text({ required: true, max: 200 }),
    slug: slug(),
    description: text({ max: 2000 }),
    content: markdown({ autoLink: true }),
    category: text({ max: 200 }),
    typicalCosts: markdown(),
    ...publishing,
    ...seo,
    ...relatedInfo,
  },
});

export type Service = ItemOf<typeof services>;
