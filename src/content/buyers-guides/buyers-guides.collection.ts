import * as z from 'zod';
import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { pageFields } from '#kit/field-groups.ts';
import { json, list, markdown, slug, text } from '#kit/fields.ts';
import { FOLDER } from './site.ts';

const paragraph = z.string().max(20_000);
const bullets = z.array(z.string().max(5000)).max(100);

export const section = z.strictObject({
  heading: z.string().min(1).max(300),
  content: z.union([
    paragraph,
    bullets,
    z.record(z.string().max(200), z.union([paragraph, bullets])),
  ]),
});

export const buyersGuides = defineCollection({
  name: 'buyers-guides',
  table: 'buyers_guides',
  label: { one: "Buyer's Guide", many: "Buyer's Guides" },
  group: 'promotion',
  title: 'title',
  body: 'description',
  visible: { field: 'isPublished', is: true },
  publicPath: FOLDER,
  search: ['title', 'description', 'buyerType'],
  inSearch: { kind: 'guides', label: { one: 'Guide', many: 'Guides' }, weight: 0.8 },
  card: [
    'slug',
    'title',
    'description',
    'buyerType',
    'targetRole',
    'targetAssets',
    'recommendedUseCases',
    'priorityFeatures',
  ],
  columns: {
    isPublished: 'Status',
    buyerType: 'Buyer type',
    targetRole: 'Target role',
    displayOrder: 'Order',
    slug: 'Slug',
    updatedAt: 'Updated',
  },
  fields: {
    title: text({ required: true, max: 200 }),
    slug: slug(),
    description: text({ max: 2000 }),
    buyerType: text({ max: 100 }),
    targetRole: text({ max: 200 }),
    targetAssets: text({ max: 200 }),
    category: text({ max: 100, suggests: true }),
    recommendedUseCases: list({ to: 'use-cases' }),
    priorityFeatures: list({ suggests: true }),
    features: list({ to: 'features', label: 'Features', help: 'What this guide is about.' }),
    sections: json(z.array(section).max(50), { default: [] }),
    content: markdown({ autoLink: true }),
    checklist: list(),
    recommendations: list(),
    ...pageFields,
  },
});

export type BuyersGuide = ItemOf<typeof buyersGuides>;
