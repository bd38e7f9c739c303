import * as z from 'zod';
import { defineCollection, type ItemOf } from '#kit/collection.ts';
import { relatedInfo } from '#kit/field-groups.ts';
import {
  choice,
  date,
  flag,
  integer,
  json,
  link,
  list,
  markdown,
  slug,
  text,
} from '#kit/fields.ts';
import { FOLDER } from './site.ts';

export const NEWS_STATUSES = ['draft', 'rewritten', 'published'] as const;

const rewriteRecord = z.strictObject({
  model: z.string(),
  styleGuideId: z.int().nullable(),
  styleGuideName: z.string(),
  styleGuideVersion: z.int().nullable(),
  at: z.string(),
  /** Share of the rewritten text that stands word for word in long runs of the original, 0 to 1. */
  overlap: z.number(),
  tooClose: z.boolean(),
});

export type RewriteRecord = z.infer<typeof rewriteRecord>;

export const news = defineCollection({
  name: 'news',
  table: 'news_articles',
  label: { one: 'Article', many: 'News' },
  group: 'core',
  title: 'title',
  headline: 'rewrittenTitle',
  body: 'excerpt',
  visible: { field: 'status', is: 'published' },
  publicPath: FOLDER,
  ownScreen: true,
  search: ['title', 'rewrittenTitle', 'originalPublisher'],
  inSearch: { label: { one: 'News', many: 'News' }, weight: 0.5, day: 'publishedOn' },
  card: [
    'slug',
    'title',
    'rewrittenTitle',
    'excerpt',
    'status',
    'category',
    'imageUrl',
    'imageAlt',
    'readingTime',
    'wordCount',
    'isRewritten',
    'originalAuthor',
    'originalPublisher',
    'originalPublishedAt',
  ],
  columns: {
    status: 'Status',
    originalPublisher: 'Publisher',
    category: 'Category',
    originalPublishedAt: 'Date',
    updatedAt: 'Updated',
  },
  hasCards: true,
  order: [{ field: 'publishedOn', descending: true }],
  index: ['status', 'category', 'originalGuid', 'originalUrl'],
  reservedSlugs: ['bulk', 'fetch-rss', 'rewrites', 'sources', 'stories'],
  example: {
    title: 'Family offices review their reporting',
    slug: 'family-offices-review-their-reporting',
    originalContent: 'Several family offices told us how they choose software for reporting.',
    originalPublisher: 'The Example Times',
    status: 'draft',
    category: 'Technology',
  },
  fields: {
    title: text({ required: true, max: 500 }),
    rewrittenTitle: text({ max: 500 }),
    slug: slug({ max: 500 }),
    originalContent: markdown({ required: true, label: 'Content', editorsOnly: true }),
    rewrittenContent: markdown(),
    /** Ours or another publisher's; if unset, the original address tells. */
    origin: choice(['own', 'publisher'], { label: 'Origin' }),
    originalUrl: link({ max: 1000, label: 'Original URL' }),
    originalGuid: text({ max: 1000, editorsOnly: true }),
    originalAuthor: text({ max: 300 }),
    originalPublisher: text({ max: 300 }),
    originalPublishedAt: date(),
    /** The feed it came by: host and path, since the rest of its address may hold a key. */
    originalFeed: text({ max: 120, label: 'Feed', server: true, editorsOnly: true }),
    originalLanguage: text({ max: 35, label: 'Language of the original', editorsOnly: true }),
    excerpt: text({ max: 2000 }),
    metaTitle: text({ max: 150, tab: 'seo', placeholder: '50-60 characters' }),
    metaDescription: text({
      max: 250,
      rows: 3,
      tab: 'seo',
      placeholder: '150-160 characters',
    }),
    status: choice(NEWS_STATUSES, { default: 'draft' }),
    category: text({ max: 100, suggests: true }),
    tags: list({ suggests: true }),
    imageUrl: link({ picture: true, image: true, label: 'Featured image' }),
    imageAlt: text({ max: 500, label: 'Image alt text' }),
    imageCaption: text({ max: 500 }),
    wordCount: integer(),
    readingTime: integer(),
    isRewritten: flag(false, { label: 'Rewritten' }),
    ...relatedInfo,
    /** Which model and which style guide wrote the rewritten text, and how close it stayed. */
    rewriteRecord: json(rewriteRecord.nullable(), { server: true, editorsOnly: true }),
    /** The day an article sorts by: its original publication, else its creation. */
    publishedOn: date({ server: true, derived: true }),
  },
});

export type Article = ItemOf<typeof news>;
