import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { pageFields } from '#kit/field-groups.ts';
import { flag, list, markdown, slug, text } from '#kit/fields.ts';
import { FOLDER } from './site.ts';

export const glossary = defineCollection({
  name: 'glossary',
  table: 'glossary_entries',
  label: { one: 'Glossary Term', many: 'Glossary' },
  group: 'education',
  title: 'term',
  body: 'definition',
  visible: { field: 'isPublished', is: true },
  publicPath: FOLDER,
  search: ['term', 'definition', 'category'],
  inSearch: { label: { one: 'Glossary', many: 'Glossary' }, weight: 0.8, isNamed: true },
  card: ['slug', 'term', 'definition', 'category'],
  hasCards: true,
  index: ['category'],
  example: {
    term: 'Side Pocket',
    slug: 'side-pocket',
    definition: 'A part of a fund that holds what cannot be sold at once.',
    category: 'Investments',
    autoLink: true,
  },
  fields: {
    term: text({ required: true, max: 200 }),
    slug: slug(),
    definition: markdown({ required: true, autoLink: true }),
    category: text({ max: 100, suggests: true }),
    aliases: list({
      label: 'Also called',
      help: 'Other names; a search for one finds the others.',
    }),
    autoLink: flag(false, { label: 'Auto-link' }),
    ...pageFields,
  },
});

export type GlossaryTerm = ItemOf<typeof glossary>;
