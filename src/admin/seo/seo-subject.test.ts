import { expect, it } from 'vitest';
import { bodyOf, subjectOf, titleOf } from './seo-subject.ts';

it.each([
  ['question', 'answer'],
  ['term', 'definition'],
  ['title', 'content'],
  ['name', 'description'],
])('A10.02 takes %s for the title and %s for the body', (title, body) => {
  const values = { [title]: 'A title', [body]: 'A body' };
  expect([titleOf(values), bodyOf(values)]).toEqual(['A title', 'A body']);
});

it('A10.03 finds nothing in blank fields', () => {
  expect([titleOf({ title: '  ' }), bodyOf({ content: null, description: '' })]).toEqual(['', '']);
});

it('A10.01 reads an article in its rewritten words, and its original ones without them', () => {
  const original = { title: 'Old', originalContent: 'Old text' };
  const rewritten = { ...original, rewrittenTitle: 'New', rewrittenContent: 'New text' };
  expect([titleOf(rewritten), bodyOf(rewritten)]).toEqual(['New', 'New text']);
  expect([titleOf(original), bodyOf(original)]).toEqual(['Old', 'Old text']);
});

it('A10.04 judges the alt text only when there is an image', () => {
  expect(subjectOf({ imageAlt: 'x' }, '').imageAlt).toBeUndefined();
  expect(subjectOf({ imageUrl: '/a.png' }, '').imageAlt).toBe('');
});
