import * as z from 'zod';
import { publishing, relatedInfo, seo } from '#content/shared/field-groups.ts';
import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { date, flag, json, link, list, markdown, slug, text } from '#kit/fields.ts';
import { isSafeLink } from '#platform/safe-link.ts';

const safeLink = z.string().max(1000).refine(isSafeLink, 'Invalid input');

const video = z.strictObject({
  platform: z.enum(['youtube', 'vimeo', 'wistia', 'other']),
  url: safeLink.nullish(),
  embedId: z.string().max(100).nullish(),
  title: z.string().min(1).max(300),
  thumbnail: safeLink.nullish(),
});

const source = z.strictObject({
  field: z.string().min(1).max(60),
  url: safeLink.nullish(),
  note: z.string().max(500).nullish(),
});

export const vendors = defineCollection({
  name: 'vendors',
  table: 'vendors',
  label: { one: 'Vendor', many: 'Vendors' },
  group: 'core',
  title: 'name',
  body: 'description',
  visible: { field: 'isPublished', is: true },
  publicPath: '/vendors',
  search: ['name', 'description', 'features', 'categories'],
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
  index: ['isFeatured'],
  reservedSlugs: ['facets'],
  fields: {
    name: text({ required: true, max: 200 }),
    slug: slug(),
    description: text({ max: 2000 }),
    about: markdown({ label: 'About' }),
    content: markdown({ label: 'Content', help: 'Shown as About when About is empty.' }),
    logoUpload: link({ image: true, label: 'Logo' }),
    clearbitLogoUrl: link({ label: 'Remote logo address' }),
    logo: link({ label: 'Logo (legacy)' }),
    website: link(),
    g2Url: link({ label: 'G2 address' }),
    capterraUrl: link({ label: 'Capterra address' }),
    founded: text({ max: 100 }),
    headquarters: text({ max: 300 }),
    employeeCount: text({ max: 300, label: 'Employees' }),
    customerCount: text({ max: 500, label: 'Customers' }),
    minimumAssets: text({ max: 300 }),
    typicalClientSize: text({ max: 500 }),
    pricing: text({ max: 1000 }),
    categories: list(),
    markets: list(),
    features: list(),
    featuresOverview: markdown(),
    useCases: list(),
    useCasesOverview: markdown(),
    integrations: list(),
    integrationsOverview: markdown(),
    supportOptions: list(),
    gallery: json(z.array(safeLink).max(50), { default: [], label: 'Gallery' }),
    videos: json(z.array(video).max(50), { default: [], label: 'Videos' }),
    sources: json(z.array(source).max(200), { default: [], label: 'Sources' }),
    lastVerifiedAt: date({ label: 'Last verified' }),
    isFeatured: flag(false, { label: 'Featured on the home page' }),
    ...publishing,
    ...seo,
    ...relatedInfo,
    /** Bands of minimumAssets, read by the server so that the list can filter by them. */
    aumBands: list({ server: true, derived: true }),
  },
});

export type Vendor = ItemOf<typeof vendors>;
