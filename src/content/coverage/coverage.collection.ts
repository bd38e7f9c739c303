import { FIRST_RANK } from '#content/shared/coverage/first-rank.ts';
import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { choice, date, link, reference, text } from '#kit/fields.ts';
import { QUOTE_LENGTH, QUOTE_RULE } from '#modules/page-text/quote-length.ts';

/** A page's verdict on a vendor's feature; a pair without a row is 'not confirmed'. */
export const LEVELS = ['documented', 'partial', 'absent'] as const;

export const PUBLISHERS = [
  ...FIRST_RANK,
  'customer',
  'partner',
  'press',
  'reviewer',
  'index',
] as const;

/** How the page was read: opened at its address, or in a stored copy of it. */
export const READ_IN = ['live', 'stored copy'] as const;

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
    'readIn',
    'quote',
  ],
  columns: {
    vendorId: 'Vendor',
    featureId: 'Feature',
    level: 'Level',
    publisher: 'Publisher',
    checkedOn: 'Checked',
  },
  narrowedBy: { vendor: 'vendorId', feature: 'featureId' },
  order: [{ field: 'vendorId' }, { field: 'featureId' }],
  unique: [['vendorId', 'featureId']],
  // The order by needs reads nothing else of the evidence, and so only this index.
  index: [['featureId', 'level', 'vendorId', 'publisher', 'pageDate'], 'checkedOn'],
  filedBy: 'vendorId',
  fields: {
    vendorId: reference('vendors', { label: 'Vendor', required: true }),
    featureId: reference('features', { label: 'Feature', required: true }),
    level: choice(LEVELS, { required: true }),
    finding: text({
      required: true,
      max: 300,
      rows: 3,
      help: 'What the page says, in our own words, at most 300 characters.',
    }),
    url: link({ required: true, label: 'Address of the page' }),
    publisher: choice(PUBLISHERS, { required: true, label: 'Who published it' }),
    pageDate: text({
      label: 'Date of the page',
      placeholder: '2026-11',
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
    readIn: choice(READ_IN, {
      default: 'stored copy',
      label: 'How it was read',
      help: 'Live: the address was opened on the day of the check.',
    }),
    quote: text({
      max: QUOTE_LENGTH.max,
      rows: 3,
      help: 'The words of the page that carry it, as they stand there; they are looked for on the page when it is saved.',
      pattern: { ...QUOTE_RULE, example: '' },
    }),
  },
});

export type Coverage = ItemOf<typeof coverage>;
export type Level = (typeof LEVELS)[number];
export type Publisher = (typeof PUBLISHERS)[number];
