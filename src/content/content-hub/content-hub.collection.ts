import * as z from 'zod';
import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { choice, flag, json, text } from '#kit/fields.ts';
import { HUB_COLLECTIONS, type HubType } from './hub-path.ts';

export const HUB_TYPES = Object.keys(HUB_COLLECTIONS) as HubType[];

export const hubItem = z.strictObject({
  type: z.enum(HUB_TYPES),
  title: z.string().min(1).max(500),
  description: z.string().max(2000).nullish(),
  slug: z.string().max(500).nullish(),
  isCurrentPage: z.boolean().optional(),
});

export const contentHubConfigs = defineCollection({
  name: 'content-hub-configs',
  table: 'content_hub_configs',
  label: { one: 'Content Hub', many: 'Content Hub' },
  group: 'system',
  title: 'title',
  body: 'description',
  visible: { field: 'isEnabled', is: true },
  signedInOnly: 'all',
  ownScreen: true,
  search: ['title', 'pageSlug', 'topic'],
  card: ['pageType', 'pageSlug', 'title', 'description', 'topic', 'isEnabled', 'relatedContent'],
  columns: {
    isEnabled: 'Status',
    pageType: 'Page type',
    pageSlug: 'Page slug',
    topic: 'Topic',
    updatedAt: 'Updated',
  },
  hasCards: true,
  narrowedBy: { pageType: 'pageType' },
  unique: [['pageType', 'pageSlug']],
  fields: {
    pageType: choice(HUB_TYPES, { required: true }),
    pageSlug: text({
      required: true,
      max: 200,
      namesBySlug: { typeIn: 'pageType', collections: HUB_COLLECTIONS },
    }),
    title: text({ required: true, max: 300 }),
    description: text({ required: true, max: 2000 }),
    topic: text({ required: true, max: 300 }),
    relatedContent: json(z.array(hubItem).max(50), {
      required: true,
      namesBySlug: { typeIn: 'type', collections: HUB_COLLECTIONS },
    }),
    isEnabled: flag(true, { label: 'Enabled' }),
  },
});

export type ContentHubConfig = ItemOf<typeof contentHubConfigs>;
