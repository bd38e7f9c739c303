import { expect, it } from 'vitest';
import { toForm } from '#admin/editor/form-values.ts';
import { news } from '#content/news/news.collection.ts';
import { widen } from '#kit/collection.ts';
import { checkArticle, splitTags, withoutCounted } from './article-check.ts';

const filled = {
  ...toForm(widen(news), null),
  title: 'A title',
  slug: 'a-title',
  originalContent: 'Text',
  originalUrl: 'https://example.com/a',
};

it('A5.16 asks for title, slug, content and original URL', () => {
  expect(checkArticle(toForm(widen(news), null), null)).toEqual({
    title: 'Title is required',
    slug: 'Slug is required',
    originalContent: 'Content is required',
    originalUrl: 'Original URL is required',
  });
  expect(checkArticle(filled, null)).toEqual({});
});

it('A5.16 lets a piece of our own stay without an original URL', () => {
  expect(checkArticle({ ...filled, originalUrl: '' }, { originalUrl: null })).toEqual({});
});

it.each([
  ['title', 500],
  ['imageAlt', 500],
  ['imageCaption', 500],
  ['category', 100],
  ['metaTitle', 150],
  ['metaDescription', 250],
])('A5.17 holds %s to %d characters', (key, max) => {
  expect(checkArticle({ ...filled, [key]: 'x'.repeat(max) }, null)).toEqual({});
  const errors = checkArticle({ ...filled, [key]: 'x'.repeat(max + 1) }, null);
  expect(Object.keys(errors)).toEqual([key]);
  expect(errors[key]).toContain(`at most ${max} characters`);
});

it('A5.17 refuses an address that is none', () => {
  expect(Object.keys(checkArticle({ ...filled, originalUrl: 'javascript:x' }, null))).toEqual([
    'originalUrl',
  ]);
});

it('A5.27 asks for what readers would miss when this save publishes, not before nor afterwards', () => {
  const published = { ...filled, status: 'published', imageUrl: '/uploads/a.webp' };
  const holes = { excerpt: 'Excerpt is required', imageAlt: 'Image alt text is required' };
  for (const stored of [null, { status: 'rewritten', originalUrl: 'https://x.example' } as const])
    expect(checkArticle(published, stored)).toEqual(holes);
  expect(checkArticle({ ...published, status: 'draft' }, null)).toEqual({});
  expect(checkArticle(published, { status: 'published' })).toEqual({});
  expect(checkArticle({ ...published, excerpt: 'E', imageAlt: 'A' }, null)).toEqual({});
});

it('A5.18 splits and trims the tags', () => {
  expect(splitTags('a, b ,c')).toEqual(['a', 'b', 'c']);
  expect(splitTags(' , ')).toEqual([]);
});

it('A5.06 leaves counting to the server', () => {
  expect(withoutCounted({ title: 'x', wordCount: 3, readingTime: 1 })).toEqual({ title: 'x' });
});
