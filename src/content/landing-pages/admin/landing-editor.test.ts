import { expect, it } from 'vitest';
import { landingPages } from '#content/landing-pages/landing-pages.collection.ts';
import { checkLanding, followTitle } from './landing-editor.tsx';

const collection = landingPages;

it('A8.04 A8.05 names the five fields that are required', () => {
  expect(Object.values(checkLanding({}))).toEqual([
    'Title is required',
    'Slug is required',
    'Category is required',
    'Primary keyword is required',
    'Introduction is required',
  ]);
});

it('A8.09 A8.10 lets slug and meta title follow the title, cut at 60', () => {
  const long = 'x'.repeat(80);
  expect(followTitle(collection, { title: '', slug: '', metaTitle: '' }, { title: long })).toEqual({
    title: long,
    slug: long,
    metaTitle: long.slice(0, 60),
  });
  const byHand = { title: 'A', slug: 'own', metaTitle: 'Own' };
  expect(followTitle(collection, byHand, { title: 'B' })).toEqual({ title: 'B' });
});
