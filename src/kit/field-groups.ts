import * as z from 'zod';
import { date, flag, integer, json, text } from '#kit/fields.ts';
import { completeLink, isSafeLink } from '#platform/safe-link.ts';

export const relatedInfoItem = z.strictObject({
  title: z.string().min(1).max(300),
  source: z.string().max(300),
  description: z.string().max(2000),
  url: z.string().max(1000).overwrite(completeLink).refine(isSafeLink, 'Invalid input'),
});

export type RelatedInfoItem = z.infer<typeof relatedInfoItem>;

/** Meta fields; the forms cap them at 60 and 160, as the spec has it. */
export const seo = {
  metaTitle: text({ max: 60, tab: 'seo', placeholder: '50-60 characters' }),
  metaDescription: text({ max: 160, rows: 3, tab: 'seo', placeholder: '150-160 characters' }),
};

const order = { displayOrder: integer({ default: 0 }) };

export const publishing = { isPublished: flag(true, { label: 'Published' }), ...order };

export const activity = { isActive: flag(true, { label: 'Active' }), ...order };

/** The cache is filled by the server when an editor asks for it, and saved with the item. */
export const relatedInfo = {
  enableRelatedInfo: flag(false, { label: 'Show related information', tab: 'seo' }),
  relatedInfoCache: json(z.array(relatedInfoItem).max(20).nullable(), {
    label: 'Related information',
    tab: 'seo',
  }),
  relatedInfoCachedAt: date({ server: true }),
};

/** The fields of items with pages of their own, besides their texts. */
export const pageFields = { ...publishing, ...seo, ...relatedInfo };
