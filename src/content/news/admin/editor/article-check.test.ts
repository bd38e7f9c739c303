import { expect, it } from 'vitest';
import { toForm } from '#admin/editor/form-values.ts';
import { findMissing } from '#content/news/admin/editor/article-check.ts';
import { news } from '#content/news/news.collection.ts';
import { checkArticle, publisherOf, splitTags, withoutCounted } from './article-check.ts';

const filled = {
  ...toForm(news, null),
  title: 'A title',
  slug: 'a-title',
  originalContent: 'Text',
  originalUrl: 'https://example.com/a',
};

it('A5.16 asks for title, slug, content and original URL', () => {
  expect(checkArticle(toForm(news, null), null)).toEqual({
    title: 'Title is required',
    slug: 'Slug is required',
    originalContent: 'Content is required',
    originalUrl: 'Original URL is required',
  });
  expect(checkArticle(filled, null)).toEqual({});
});

it('A5.06 calls no article of another publisher our own, also without a name', () => {
  const article = { origin: null, originalUrl: 'https://wire.example/a', originalPublisher: null };
  expect(publisherOf(article)).toBe('Another publisher');
  expect(publisherOf({ ...article, originalPublisher: 'The Wire' })).toBe('The Wire');
  expect(publisherOf({ ...article, origin: 'own' })).toBe('Own article');
  expect(publisherOf({ ...article, originalUrl: null })).toBe('Own article');
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
] as const)('A5.17 holds %s to %d characters', (key, max) => {
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

it('A5.27 A14.27 publishes without an excerpt and without alt text, and warns of both', () => {
  const published = { ...filled, status: 'published', imageUrl: '/uploads/a.webp' };
  for (const stored of [null, { status: 'rewritten', originalUrl: 'https://x.example' } as const])
    expect(checkArticle(published, stored)).toEqual({});
  expect(findMissing({ imageUrl: '/uploads/a.webp', excerpt: ' ' })).toEqual({
    excerpt: 'No excerpt: lists show the title alone',
    imageAlt: 'No alt text: the image says nothing to people who cannot see it',
  });
  expect(findMissing({ excerpt: 'E', imageUrl: '/uploads/a.webp', imageAlt: 'A' })).toEqual({});
  expect(findMissing({ excerpt: 'E', imageUrl: null })).toEqual({});
});

it('A5.18 splits and trims the tags', () => {
  expect(splitTags('a, b ,c')).toEqual(['a', 'b', 'c']);
  expect(splitTags(' , ')).toEqual([]);
});

it('A5.06 leaves counting to the server', () => {
  expect(withoutCounted({ title: 'x', wordCount: 3, readingTime: 1 })).toEqual({ title: 'x' });
});
