import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { flag, text } from '#kit/fields.ts';

export const styleGuides = defineCollection({
  name: 'style-guides',
  table: 'style_guide',
  label: { one: 'Style Guide', many: 'Style Guides' },
  group: 'hidden',
  insideTab: 'news',
  title: 'name',
  body: 'description',
  signedInOnly: 'all',
  ownScreen: true,
  search: ['name', 'description'],
  card: ['name', 'description', 'isActive'],
  reservedSlugs: ['active'],
  fields: {
    name: text({ required: true, max: 100 }),
    description: text({ max: 1000 }),
    prompt: text({
      required: true,
      max: 50_000,
      rows: 14,
      help: 'How a rewritten article should read: tone, length, what to keep and what to leave out',
    }),
    isActive: flag(true, {
      label: 'Active',
      help: 'Rewrites follow the active guide; there is one at most',
    }),
  },
});

export type StyleGuide = ItemOf<typeof styleGuides>;
