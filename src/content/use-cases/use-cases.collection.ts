import * as z from 'zod';
import { publishing, relatedInfo, seo } from '#content/shared/field-groups.ts';
import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { json, list, markdown, references, slug, text } from '#kit/fields.ts';

const section = z.strictObject({
  id: z.string().min(1).max(100),
  title: z.string().min(1).max(300),
  content: z.string().max(50_000),
  order: z.int(),
});

export const useCases = defineCollection({
  name: 'use-cases',
  table: 'use_cases',
  label: { one: 'Use Case', many: 'Use Cases' },
  group: 'promotion',
  title: 'title',
  body: 'description',
  visible: { field: 'isPublished', is: true },
  publicPath: '/use-cases',
  search: ['title', 'description', 'category'],
  card: ['slug', 'title', 'description', 'complexity', 'highlightCategories', 'contentSections'],
  fields: {
    title: text({ required: true, max: 200 }),
    slug: slug(),
    description: text({ max: 2000 }),
    overview: markdown(),
    category: text({ max: 100 }),
    complexity: text({ max: 50 }),
    highlightCategories: list(),
    targetAssets: text({ max: 200 }),
    teamSize: text({ max: 200 }),
    contentSections: json(z.array(section).max(50), { default: [], label: 'Sections' }),
    featuredFaqIds: references('faq', { label: 'Featured FAQs' }),
    ...publishing,
    ...seo,
    ...relatedInfo,
  },
});

export type UseCase = ItemOf<typeof useCases>;
