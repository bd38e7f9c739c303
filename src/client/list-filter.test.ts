import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defineCollection } from '#kit/collection.ts';
import * as field from '#kit/fields.ts';
import { bulkFieldsOf, parseFilters, problemOf, stringifyFilters } from './list-filter.ts';

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

const OPERATORS = ['contains', 'any', 'empty', 'filled', 'from', 'to', 'on', 'off'] as const;

const filters = fc.array(
  fc.record({
    field: fc.stringMatching(/^[a-zA-Z]{1,20}$/),
    operator: fc.constantFrom(...OPERATORS),
    values: fc.oneof(
      fc.constant([]),
      fc.array(
        fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('a|b', 'a:b;c', '%3A', '%25', '😀')),
        { minLength: 1 },
      ),
    ),
  }),
);

it('31.7 reads back every filter that an address says, whatever its values hold', () => {
  fc.assert(
    fc.property(filters, (given) => {
      expect(parseFilters(stringifyFilters(given))).toEqual(given);
    }),
    { numRuns: 1000 },
  );
});

it('31.7 takes any text for an address without failing, and says the same of what it read', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (address) => {
      const read = parseFilters(address);
      if (read) expect(parseFilters(stringifyFilters(read))).toEqual(read);
      expect(['string', 'object']).toContain(typeof problemOf(lamps, read ?? []));
    }),
    { numRuns: 1000 },
  );
});

it('31.7 says what is wrong with a filter in a sentence', () => {
  const problems = Object.fromEntries(
    [
      'colour:empty',
      'watts:contains:4',
      'watts:from',
      'watts:from:four',
      'watts:from:1|2',
      'boughtOn:from:2026-02-31',
      'boughtOn:to:0000-01-01',
      'isLit:on:yes',
      'story:any:x',
      'constructor:empty',
      'watts:from:40;boughtOn:to:2026-02-28;isLit:off;mine:on;updatedAt:from:2026-01-01',
    ].map((address) => [address, problemOf(lamps, parseFilters(address) ?? [])]),
  );
  expect(problems).toEqual({
    'colour:empty': 'There is no such field',
    'watts:contains:4': 'Watts cannot be filtered like this',
    'watts:from': 'Watts needs a value',
    'watts:from:four': 'Watts: use a whole number',
    'watts:from:1|2': 'Watts: too many values',
    'boughtOn:from:2026-02-31': 'Bought on: use a day such as 2026-05-01',
    'boughtOn:to:0000-01-01': 'Bought on: use a day such as 2026-05-01',
    'isLit:on:yes': 'Is lit: too many values',
    'story:any:x': 'Story cannot be filtered like this',
    'constructor:empty': 'There is no such field',
    'watts:from:40;boughtOn:to:2026-02-28;isLit:off;mine:on;updatedAt:from:2026-01-01': null,
  });
  expect(parseFilters('watts:near:4')).toBeNull();
  expect(parseFilters('watts:from:4:5')).toBeNull();
  const many = Array.from({ length: 13 }, () => 'watts:empty').join(';');
  expect(problemOf(lamps, parseFilters(many) ?? [])).toBe('A list takes at most 12 filters');
});

it('31.7 offers no name, address, text, switch for readers or unique field for a bulk edit', () => {
  expect(bulkFieldsOf(lamps).map(([key]) => key)).toEqual(['watts', 'boughtOn', 'rooms']);
});
