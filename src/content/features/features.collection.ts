import { publishing, relatedInfo, seo } from '#content/shared/field-groups.ts';
import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { markdown, slug, text } from '#kit/fields.ts';

export const features = defineCollection({
  name: 'features',
  table: 'features',
  label: { one: 'Feature', many: 'Features' },
  group: 'core',
  title: 'name',
  body: 'description',
  visible: { field: 'isPublished', is: true },
  publicPath: '/features',
  search: ['name', 'description'],
  card: ['slug', 'name', 'description', 'category', 'importance', 'complexity'],
  index: ['category'],
  reservedSlugs: ['categories'],
  fields: {
    name: text({ required: true, max: 200 }),
    slug: slug(),
    description: text({ max: 2000 }),
    content: markdown(),
    category: text({ max: 100 }),
    importance: text({ max: 50 }),
    complexity: text({ max: 50 }),
    ...publishing,
    ...seo,
    ...relatedInfo,
  },
});

export type Feature = ItemOf<typeof features>;
