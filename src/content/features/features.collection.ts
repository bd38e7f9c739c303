import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { pageFields } from '#kit/field-groups.ts';
import { markdown, slug, text } from '#kit/fields.ts';
import { FOLDER } from './site.ts';

export const features = defineCollection({
  name: 'features',
  table: 'features',
  label: { one: 'Feature', many: 'Features' },
  group: 'core',
  title: 'name',
  body: 'description',
  visible: { field: 'isPublished', is: true },
  publicPath: FOLDER,
  search: ['name', 'description'],
  inSearch: { weight: 0.9, isNamed: true, sharesHeadings: true },
  card: ['slug', 'name', 'description', 'category', 'importance', 'complexity'],
  hasCards: true,
  index: ['category'],
  reservedSlugs: ['matrix'],
  fields: {
    name: text({ required: true, max: 200 }),
    slug: slug(),
    description: text({ max: 2000 }),
    content: markdown(),
    category: text({ max: 100, suggests: true }),
    importance: text({ max: 50 }),
    complexity: text({ max: 50 }),
    ...pageFields,
  },
});

export type Feature = ItemOf<typeof features>;
