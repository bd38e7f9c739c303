import { defineCollection } from '#kit/collection.ts';
import { pageFields } from '#kit/field-groups.ts';
import { markdown, slug, text } from '#kit/fields.ts';
import { FOLDER } from './site.ts';

export const services = defineCollection({
  name: 'services',
  table: 'service_entries',
  label: { one: 'Service', many: 'Services' },
  group: 'education',
  title: 'title',
  body: 'description',
  visible: { field: 'isPublished', is: true },
  publicPath: FOLDER,
  search: ['title', 'description', 'category'],
  inSearch: { weight: 0.6, isNamed: true },
  card: ['slug', 'title', 'description', 'category'],
  hasCards: true,
  index: ['category'],
  fields: {
    title: text({ required: true, max: 200 }),
    slug: slug(),
    description: text({ max: 2000 }),
    content: markdown({ autoLink: true }),
    category: text({ max: 200, suggests: true }),
    typicalCosts: markdown(),
    ...pageFields,
  },
});
