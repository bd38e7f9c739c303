import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { choice, date, link, reference, text } from '#kit/fields.ts';

/** What a page says of a vendor and a feature; a pair without a row is 'not confirmed'. */
export const LEVELS = ['documented', 'partial', 'absent'] as const;

/** Who may speak for the vendor: its own pages, and what it filed. Everybody else is of the second rank. */
export const FIRST_RANK = ['vendor', 'regulator'] as const;

/** Who published the page that was read. */
export const PUBLISHERS = [
  ...FIRST_RANK,
  'customer',
  'partner',
  'press',
  'reviewer',
  'index',
] as const;

/** A fact that was checked longer ago may have been overtaken by a new page, and is checked again. */
export const STALE_AFTER_DAYS = 180;

export const coverage = defineCollection({
  name: 'coverage',
  table: 'coverage',
  label: { one: 'Evidence', many: 'Evidence' },
  group: 'promotion',
  ownScreen: true,
  title: 'finding',
  search: ['finding', 'note'],
  card: [
    'vendorId',
    'featureId',
    'level',
    'finding',
    'url',
    'publisher',
    'pageDate',
    'note',
    'checkedOn',
    'checkedBy',
  ],
  order: [{ field: 'vendorId' }, { field: 'featureId' }],
  unique: [['vendorId', 'featureId']],
  index: [['featureId', 'level', 'vendorId'], 'checkedOn'],
  filedBy: 'vendorId',
  changelog: {
    subject: 'vendorId',
    tracked: ['level'],
    retained: ['vendorId', 'featureId', 'level'],
  },
  fields: {
    vendorId: reference('vendors', { label: 'Vendor', required: true }),
    featureId: reference('features', { label: 'Feature', required: true }),
    level: choice(LEVELS, { required: true }),
    finding: text({
      required: true,
      max: 300,
      help: 'What the page says, in our own words, at most 300 characters.',
    }),
    url: link({ required: true, label: 'Address of the page' }),
    publisher: choice(PUBLISHERS, { required: true, label: 'Who published it' }),
    pageDate: text({
      label: 'Date of the page',
      pattern: {
        regex: /^(\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?)?$/,
        message: 'Use a year, a month or a day: 2026, 2026-11 or 2026-11-15',
        example: '2026-11',
      },
    }),
    note: text({ max: 1000, help: 'Why partly, or what a buyer should still ask.' }),
    checkedOn: date({ required: true, label: 'Checked on' }),
    checkedBy: text({
      required: true,
      max: 100,
      label: 'Checked by',
      help: 'A name that readers see; an address is stored as "an editor".',
    }),
  },
});

export type Coverage = ItemOf<typeof coverage>;
export type Level = (typeof LEVELS)[number];
export type Publisher = (typeof PUBLISHERS)[number];
