import * as z from 'zod';
import { defineCollection } from '#kit/collection.ts';
import { pageFields } from '#kit/field-groups.ts';
import { json, markdown, reference, slug, text } from '#kit/fields.ts';
import { CURATED } from './site.ts';

const cell = z.union([z.string().max(5000), z.array(z.string().max(500)).max(200), z.null()]);

export const matrixGroup = z.strictObject({
  name: z.string().min(1).max(200),
  items: z
    .array(z.strictObject({ label: z.string().min(1).max(200), vendorA: cell, vendorB: cell }))
    .max(100),
});

export type MatrixGroup = z.infer<typeof matrixGroup>;

export const comparisons = defineCollection({
  name: 'comparisons',
  table: 'comparisons',
  label: { one: 'Comparison', many: 'Comparisons' },
  group: 'promotion',
  title: 'title',
  body: 'description',
  visible: { field: 'isPublished', is: true },
  publicPath: CURATED,
  search: ['title', 'description', 'slug'],
  inSearch: { weight: 0.6 },
  card: ['slug', 'title', 'description', 'vendorAId', 'vendorBId', 'vendorAName', 'vendorBName'],
  columns: {
    isPublished: 'Status',
    vendorAName: 'First vendor',
    vendorBName: 'Second vendor',
    displayOrder: 'Order',
    slug: 'Slug',
    updatedAt: 'Updated',
  },
  narrowedBy: { vendor: 'vendorAId' },
  index: ['vendorAId', 'vendorBId'],
  fields: {
    title: text({ required: true, max: 200 }),
    slug: slug({ max: 401, help: 'Both vendor slugs joined by -vs-.' }),
    description: text({ max: 2000 }),
    content: markdown({ autoLink: true }),
    vendorAId: reference('vendors', { label: 'First vendor', required: true }),
    vendorBId: reference('vendors', { label: 'Second vendor', required: true }),
    vendorAName: text({ max: 200, server: true, derived: true }),
    vendorBName: text({ max: 200, server: true, derived: true }),
    comparisonMatrix: json(z.array(matrixGroup).max(20).nullable(), {
      label: 'Comparison matrix',
      help: 'Leave empty to build it from the two vendors.',
    }),
    conclusion: markdown({ autoLink: true }),
    ...pageFields,
  },
});
