import { relatedInfo } from '#content/shared/field-groups.ts';
import { defineCollection, type ItemOf } from '#kit/collection.ts';
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
import { rewriteRecord } from './rewrite-record.ts';

export const NEWS_STATUSES = ['draft', 'rewritten', 'published'] as const;

export const news = defineCollection({
  name: 'news',
  table: 'news_articles',
  label: { one: 'Article', many: 'News' },
  group: 'core',
  title: 'title',
  body: 'excerpt',
  visible: { field: 'status', is: 'published' },
  publicPath: '/news',
  ownScreen: true,
  search: ['title', 'rewrittenTitle', 'originalPublisher'],
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
  order: [{ field: 'publishedOn', descending: true }],
  index: ['status', 'category', 'originalGuid', 'originalUrl', 'publishedOn'],
  reservedSlugs: ['bulk', 'fetch-rss', 'rewrites'],
  fields: {
    title: text({ required: true, max: 500 }),
    rewrittenTitle: text({ max: 500 }),
    slug: slug({ max: 500 }),
    originalContent: markdown({ required: true, label: 'Content' }),
    rewrittenContent: markdown(),
    originalUrl: link({ max: 1000, label: 'Original URL' }),
    originalGuid: text({ max: 1000 }),
    originalAuthor: text({ max: 300 }),
    originalPublisher: text({ max: 300 }),
    originalPublishedAt: date(),
    excerpt: text({ max: 2000 }),
    metaTitle: text({ max: 150, tab: 'seo' }),
    metaDescription: text({ max: 250, tab: 'seo' }),
    status: choice(NEWS_STATUSES, { default: 'draft' }),
    category: text({ max: 100 }),
    tags: list(),
    imageUrl: link({ image: true, label: 'Featured image' }),
    imageAlt: text({ max: 500, label: 'Image alt text' }),
    imageCaption: text({ max: 500 }),
    wordCount: integer(),
    readingTime: integer(),
    isRewritten: flag(false, { label: 'Rewritten' }),
    ...relatedInfo,
    /** Which model and which style guide wrote the rewritten text, and how close it stayed. */
    rewriteRecord: json(rewriteRecord.nullable(), { server: true }),
    /** The day an article sorts by: its original publication, else its creation. */
    publishedOn: date({ server: true, derived: true }),
  },
});

export type Article = ItemOf<typeof news>;
