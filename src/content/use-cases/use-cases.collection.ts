import * as z from 'zod';
import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { pageFields } from '#kit/field-groups.ts';
import { json, list, markdown, references, slug, text } from '#kit/fields.ts';
import { FOLDER } from './site.ts';

export const section = z.strictObject({
  id: z.string().min(1).max(100),
  title: z.string().min(1).max(300),
  content: z.string().max(50_000),
  order: z.int(),
  /** Slugs of the features that a vendor must document to be an example here. */
  features: z.array(z.string().min(1).max(200)).max(20).optional(),
});

export const useCases = defineCollection({
  name: 'use-cases',
  table: 'use_cases',
  label: { one: 'Use Case', many: 'Use Cases' },
  group: 'promotion',
  title: 'title',
  body: 'description',
  visible: { field: 'isPublished', is: true },
  publicPath: FOLDER,
  search: ['title', 'description', 'category'],
  inSearch: { weight: 0.7 },
  card: ['slug', 'title', 'description', 'complexity', 'highlightCategories', 'contentSections'],
  columns: {
    isPublished: 'Status',
    category: 'Category',
    complexity: 'Complexity',
    displayOrder: 'Order',
    slug: 'Slug',
    updatedAt: 'Updated',
  },
  fields: {
    title: text({ required: true, max: 200 }),
    slug: slug(),
    description: text({ max: 2000 }),
    overview: markdown(),
    category: text({ max: 100, suggests: true }),
    complexity: text({ max: 50 }),
    highlightCategories: list({ suggests: true }),
    features: list({ to: 'features', help: 'What this guide is about.' }),
    targetAssets: text({ max: 200 }),
    teamSize: text({ max: 200 }),
    contentSections: json(z.array(section).max(50), { default: [], label: 'Sections' }),
    featuredFaqIds: references('faq', { label: 'Featured FAQs' }),
    ...pageFields,
  },
});

export type UseCase = ItemOf<typeof useCases>;
