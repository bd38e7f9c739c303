import * as z from 'zod';
import { PUBLISHERS, READ_IN } from '#content/coverage/coverage.collection.ts';
import { isFirstRank } from '#content/shared/coverage/first-rank.ts';
import { COPY_IS_SECOND_HAND, isCopy } from '#content/shared/coverage/source-rank.ts';
import { CONTRACT_TOPICS } from '#content/shared/events-and-terms.ts';
import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { pageFields } from '#kit/field-groups.ts';
import { date, flag, json, link, list, markdown, slug, text } from '#kit/fields.ts';
import { QUOTE_LENGTH, QUOTE_RULE } from '#modules/page-text/quote-length.ts';
import { completeLink, isPictureAddress, isSafeLink } from '#platform/safe-link.ts';
import { FOLDER } from './site.ts';

const address = z.string().max(1000).overwrite(completeLink);
const safeLink = address.refine(isSafeLink, 'Invalid input');
const pictureLink = address.refine(isPictureAddress, 'Invalid input');

const video = z.strictObject({
  platform: z.enum(['youtube', 'vimeo', 'wistia', 'other']),
  url: safeLink.nullish(),
  embedId: z.string().max(100).nullish(),
  title: z.string().min(1).max(300),
  thumbnail: pictureLink.nullish(),
});

const quoteText = z.string().max(QUOTE_LENGTH.max).regex(QUOTE_RULE.regex, QUOTE_RULE.message);

/** How the page was read that stands behind a fact or a sentence. */
const readPage = {
  url: safeLink.nullish(),
  publisher: z.enum(PUBLISHERS).nullish(),
  pageDate: z.string().max(10).nullish(),
  checkedOn: z.iso.date().nullish(),
  checkedBy: z.string().max(100).nullish(),
  /** Absent in older sources, all of which were read in stored copies. */
  readIn: z.enum(READ_IN).nullish(),
  note: z.string().max(500).nullish(),
};

interface Ranked {
  url?: string | null | undefined;
  publisher?: (typeof PUBLISHERS)[number] | null | undefined;
}

const isRankedRightly = ({ url, publisher }: Ranked): boolean =>
  !(url && publisher && isFirstRank(publisher) && isCopy(url));

/** One source of a fact; `value` is the fact in a few words, as the page has it. */
export const source = z
  .strictObject({
    field: z.string().min(1).max(60),
    value: z.string().max(500).nullish(),
    finding: z.string().max(300).nullish(),
    ...readPage,
    /** The words of the page, as they stand there. */
    quote: z.union([z.null(), quoteText]).optional(),
  })
  .refine(isRankedRightly, COPY_IS_SECOND_HAND);

const sentence = z.string().min(1).max(400);

const eventDate = z
  .string()
  .regex(
    /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/,
    'Use a year, a month or a day: 2026, 2026-11 or 2026-11-15',
  );

/** What happened to the product or its company; `date` is as exact as the page has it, and null where it has none. */
export const vendorEvent = z
  .strictObject({
    date: z.union([z.null(), eventDate]).optional(),
    kind: z.string().min(1).max(60),
    sentence,
    ...readPage,
  })
  .refine(isRankedRightly, COPY_IS_SECOND_HAND);

/** What published terms say on one topic; `version` is that of the terms that were read. */
export const contractTerm = z
  .strictObject({
    topic: z.enum(CONTRACT_TOPICS),
    sentence,
    version: z.string().max(60).nullish(),
    ...readPage,
  })
  .refine(isRankedRightly, COPY_IS_SECOND_HAND);

/** Facts of a profile that must name where they were read. */
export const SOURCED_FACTS = [
  'ownership',
  'founded',
  'headquarters',
  'employeeCount',
  'customerCount',
  'minimumAssets',
  'pricing',
  'priceMeter',
  'hosting',
  'dataResidency',
] as const;

/** An editor may put an alternative first or leave it out, and says in public why. */
const alternativeChoice = z.strictObject({
  vendor: z.string().min(1).max(200),
  choice: z.enum(['pin', 'exclude']),
  reason: z.string().min(1).max(300),
});

const alternativeChoices = z
  .array(alternativeChoice)
  .max(30)
  .refine(
    (choices) => new Set(choices.map(({ vendor }) => vendor)).size === choices.length,
    'Choose each vendor once',
  );

export const vendors = defineCollection({
  name: 'vendors',
  table: 'vendors',
  label: { one: 'Vendor', many: 'Vendors' },
  group: 'core',
  title: 'name',
  body: 'description',
  visible: { field: 'isPublished', is: true },
  publicPath: FOLDER,
  inText: 'vendor',
  search: ['name', 'description', 'features', 'categories'],
  inSearch: { weight: 1, isNamed: true, day: 'lastVerifiedAt' },
  card: [
    'slug',
    'name',
    'description',
    'headquarters',
    'features',
    'categories',
    'logoUpload',
    'clearbitLogoUrl',
    'logo',
    'g2Url',
    'capterraUrl',
    'isFeatured',
  ],
  columns: {
    isPublished: 'Status',
    categories: 'Categories',
    headquarters: 'Headquarters',
    displayOrder: 'Order',
    slug: 'Slug',
    updatedAt: 'Updated',
  },
  hasCards: true,
  index: ['isFeatured'],
  example: {
    name: 'Sample Ledger',
    slug: 'sample-ledger',
    description: 'Consolidated reporting for single family offices.',
    website: 'https://sample-ledger.example',
    founded: '2012',
    headquarters: 'Zurich, Switzerland',
    categories: ['Reporting'],
    features: ['Multi-currency reporting'],
  },
  fields: {
    name: text({ required: true, max: 200 }),
    slug: slug(),
    description: text({ max: 2000 }),
    about: markdown({ label: 'About', autoLink: true }),
    content: markdown({
      label: 'Content',
      help: 'Shown as About when About is empty.',
      autoLink: true,
    }),
    logoUpload: link({ picture: true, image: true, label: 'Logo' }),
    clearbitLogoUrl: link({ picture: true, label: 'Remote logo address' }),
    logo: link({ picture: true, label: 'Logo (legacy)' }),
    website: link(),
    g2Url: link({ label: 'G2 address' }),
    capterraUrl: link({ label: 'Capterra address' }),
    ownership: text({ max: 500 }),
    ownershipSince: text({ max: 100, label: 'Owned since' }),
    founded: text({ max: 100 }),
    headquarters: text({ max: 300 }),
    employeeCount: text({ max: 300, label: 'Employees' }),
    customerCount: text({ max: 500, label: 'Customers' }),
    minimumAssets: text({ max: 300 }),
    typicalClientSize: text({ max: 500 }),
    pricing: text({ max: 1000 }),
    priceMeter: text({ max: 500, help: 'What the price is counted by: assets, users, entities.' }),
    hosting: text({ max: 500 }),
    dataResidency: text({ max: 500 }),
    attestations: list({
      suggests: true,
      help: 'Audit reports and certificates that a page names.',
    }),
    categories: list({ suggests: true }),
    markets: list({ suggests: true }),
    features: list({ suggests: true }),
    featuresOverview: markdown({ autoLink: true }),
    useCases: list({ suggests: true }),
    useCasesOverview: markdown({ autoLink: true }),
    integrations: list({ suggests: true }),
    integrationsOverview: markdown({ autoLink: true }),
    supportOptions: list({ suggests: true }),
    fits: text({ max: 500, label: 'Fits' }),
    notFor: text({ max: 500, label: 'Not for' }),
    questions: list({ label: 'Questions to get in writing' }),
    events: json(z.array(vendorEvent).max(100), {
      default: [],
      label: 'Owner and events',
      help: 'Legal matters in the terms of the court or the filing; no outcome that was not read.',
    }),
    contractTerms: json(z.array(contractTerm).max(100), {
      default: [],
      label: 'Contract, as published',
      help: 'With the version and the day of the terms that were read.',
    }),
    alternativeChoices: json(alternativeChoices, {
      default: [],
      label: 'Alternatives chosen by hand',
      help: 'A vendor by its slug; the reason stands on the page of alternatives.',
      editorsOnly: true,
    }),
    gallery: json(z.array(pictureLink).max(50), { default: [], label: 'Gallery', picture: true }),
    videos: json(z.array(video).max(50), { default: [], label: 'Videos' }),
    sources: json(z.array(source).max(200), { default: [], label: 'Sources' }),
    lastVerifiedAt: date({ label: 'Last verified' }),
    isFeatured: flag(false, { label: 'Featured on the home page' }),
    ...pageFields,
    /** Bands of minimumAssets, read by the server so that the list can filter by them. */
    aumBands: list({ server: true, derived: true }),
  },
});

export type Vendor = ItemOf<typeof vendors>;
export type VendorEvent = z.infer<typeof vendorEvent>;
export type ContractTerm = z.infer<typeof contractTerm>;
