import { CONTRACT_TOPICS } from '#content/shared/events-and-terms.ts';

/** A column of a file and its content; `list` is several texts. */
export interface DataField {
  name: string;
  type: 'string' | 'list' | 'date';
  description: string;
}

const column = (type: DataField['type']) => (name: string, description: string) => ({
  name,
  type,
  description,
});
const text = column('string');
const list = column('list');
const date = column('date');

/** How the page was read that stands behind a row of events or contract terms. */
const READ_COLUMNS = [
  text('url', 'The page that was read'),
  text('publisher', 'Who published it, in the words of the coverage'),
  text('rank', 'first hand or second hand, as in the coverage'),
  text('pageDate', 'Date of the page: a year, a month or a day; empty where it is undated'),
  text('note', 'What limits the row, or what a buyer should still ask'),
  date('checkedOn', 'The day on which the page was read'),
  text('checkedBy', 'Who read it'),
  text('readIn', 'live or stored copy, as in the coverage'),
];

/** The open data: the public fields of published items. */
export const RESOURCES: Readonly<
  Record<ResourceName, { title: string; key: readonly string[]; fields: readonly DataField[] }>
> = {
  vendors: {
    title: 'Vendors',
    key: ['slug'],
    fields: [
      text('slug', 'Its name in addresses: /vendors/{slug}'),
      text('name', 'What the product or company is called'),
      text('description', 'What it is, in a sentence or two of ours'),
      text('website', 'Its own site'),
      text('ownership', 'Who owns it'),
      text('ownershipSince', 'Since when'),
      text('founded', 'When it was founded'),
      text('headquarters', 'Where its seat is'),
      text('employeeCount', 'Employees, as published'),
      text('customerCount', 'Customers, as published'),
      text('minimumAssets', 'Minimum assets, as published'),
      text('typicalClientSize', 'Typical client, as published'),
      text('pricing', 'What is published about the price'),
      text('priceMeter', 'What the price is counted by'),
      text('hosting', 'How it is hosted'),
      text('dataResidency', 'Where data is kept'),
      list('attestations', 'Audit reports and certificates that a page names'),
      list('categories', 'Our categories'),
      list('markets', 'Markets that it names'),
      list('integrations', 'Integrations in its own words'),
      text('fits', 'Whom it fits'),
      text('notFor', 'Whom it does not fit'),
      date('lastVerifiedAt', 'When the profile was last checked'),
    ],
  },
  features: {
    title: 'Features',
    key: ['slug'],
    fields: [
      text('slug', 'Its name in addresses: /features/{slug}'),
      text('name', 'What the feature is called'),
      text('category', 'The category that it is in'),
      text('description', 'What it does, in a sentence or two of ours'),
    ],
  },
  coverage: {
    title: 'Coverage',
    key: ['vendor', 'feature'],
    fields: [
      text('vendor', 'Slug of the vendor'),
      text('feature', 'Slug of the feature'),
      text('level', 'documented, partial or absent; no row is not confirmed'),
      text('finding', 'What the page says, in our own words'),
      text('url', 'The page that was read'),
      text(
        'publisher',
        'Who published it: vendor, regulator, customer, partner, press, reviewer, index',
      ),
      text(
        'rank',
        'first hand: the vendor’s own page or a filing; second hand: somebody else speaks of it',
      ),
      text(
        'pageDate',
        'Date of the page: a year, a month or a day; empty where the page is undated',
      ),
      text('note', 'Why partly, or what a buyer should still ask'),
      date('checkedOn', 'The day on which the page was read'),
      text('checkedBy', 'Who read it'),
      text(
        'readIn',
        'How it was read: live (the address was opened on that day) or stored copy (nobody has opened the address since)',
      ),
      text(
        'quote',
        'The words of the page, as they stand there: a quotation, whose rights are the publisher’s',
      ),
    ],
  },
  events: {
    title: 'Events',
    key: ['vendor', 'date', 'kind', 'sentence'],
    fields: [
      text('vendor', 'Slug of the vendor'),
      text('date', 'When it happened: a year, a month or a day; empty where no page says'),
      text('kind', 'What kind of event it is, such as acquisition closed'),
      text('sentence', 'What happened, in our own words; a legal matter in those of the court'),
      ...READ_COLUMNS,
    ],
  },
  contracts: {
    title: 'Contract terms',
    key: ['vendor', 'topic', 'sentence'],
    fields: [
      text('vendor', 'Slug of the vendor'),
      text('topic', `One of ${CONTRACT_TOPICS.join(', ')}; no row is not confirmed`),
      text('sentence', 'What public terms say, in our own words'),
      text('version', 'Version of the terms that were read, where they have one'),
      ...READ_COLUMNS,
    ],
  },
};

export const RESOURCE_NAMES = ['vendors', 'features', 'coverage', 'events', 'contracts'] as const;
export type ResourceName = (typeof RESOURCE_NAMES)[number];

/** Explains the escaping of `toCsv` to programs that read the files. */
export const CSV_NOTE =
  'A text that begins with =, +, -, @, a tab or a line break has an apostrophe before it, so that no spreadsheet takes it for a formula; a program takes that apostrophe away again.';

export const LICENSE = {
  name: 'CC-BY-4.0',
  title: 'Creative Commons Attribution 4.0 International',
  path: 'https://creativecommons.org/licenses/by/4.0/',
} as const;
