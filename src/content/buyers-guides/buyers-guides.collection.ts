import * as z from 'zod';
import { publishing, relatedInfo, seo } from '#content/shared/field-groups.ts';
import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { json, list, markdown, slug, text } from '#kit/fields.ts';

const paragraph = z.string().max(20_000);
const bullets = z.array(z.string().max(5000)).max(100);

const section = z.strictObject({
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
  publicPath: '/buyers-guides',
  search: ['title', 'description', 'buyerType'],
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
  fields: {
    title: text({ required: true, max: 200 }),
    slug: slug(),
    description: text({ max: 2000 }),
    buyerType: text({ max: 100 }),
    targetRole: text({ max: 200 }),
    targetAssets: text({ max: 200 }),
    category: text({ max: 100 }),
    recommendedUseCases: list({ to: 'use-cases' }),
    priorityFeatures: list(),
    sections: json(z.array(section).max(50), { default: [] }),
    content: markdown(),
    checklist: list(),
    recommendations: list(),
    ...publishing,
    ...seo,
    ...relatedInfo,
  },
});

export type BuyersGuide = ItemOf<typeof buyersGuides>;
