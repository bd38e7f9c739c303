import { defineCollection } from '#kit/collection.ts';
import { pageFields } from '#kit/field-groups.ts';
import { markdown, slug, text } from '#kit/fields.ts';
import { FOLDER } from './site.ts';

export const types = defineCollection({
  name: 'types',
  table: 'type_entries',
  label: { one: 'Type', many: 'Types' },
  group: 'education',
  title: 'title',
  body: 'description',
  visible: { field: 'isPublished', is: true },
  publicPath: FOLDER,
  search: ['title', 'description'],
  inSearch: { kind: 'pages', sharesHeadings: true },
  card: ['slug', 'title', 'description'],
  hasCards: true,
  fields: {
    title: text({ required: true, max: 200 }),
    slug: slug(),
    description: text({ max: 2000 }),
    content: markdown({ autoLink: true }),
    ...pageFields,
  },
});
