import { expect, it } from 'vitest';
import { defineCollection } from '#kit/collection.ts';
import * as field from '#kit/fields.ts';
import { bulkFieldsOf } from './bulk-fields.ts';

const lamps = defineCollection({
  name: 'made-up-lamps',
  table: 'made_up_lamps',
  label: { one: 'Lamp', many: 'Lamps' },
  group: 'core',
  title: 'name',
  visible: { field: 'isLit', is: true },
  search: ['name'],
  card: ['name'],
  unique: [['shelf', 'place']],
  fields: {
    name: field.text({ required: true }),
    slug: field.slug(),
    isLit: field.flag(true),
    watts: field.integer(),
    boughtOn: field.date(),
    shelf: field.integer(),
    place: field.integer(),
    rooms: field.list(),
    story: field.markdown(),
    seen: field.text({ server: true }),
  },
});

it('offers no name, address, text, switch for readers or unique field for a bulk edit', () => {
  expect(bulkFieldsOf(lamps).map(([key]) => key)).toEqual(['watts', 'boughtOn', 'rooms']);
});
