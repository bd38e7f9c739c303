import { expect, it } from 'vitest';
import { checkPage } from './page-editor.tsx';
import { hasStatus, matchPages } from './pages-view.ts';

const PAGES = [
  { title: 'Privacy Policy', slug: 'privacy-policy', isPublished: true },
  { title: 'About', slug: 'about-us', isPublished: false },
];

it('A4.01 matches title or slug, whatever the case', () => {
  expect(matchPages(PAGES, 'POLICY').map(({ slug }) => slug)).toEqual(['privacy-policy']);
  expect(matchPages(PAGES, ' about-U ').map(({ slug }) => slug)).toEqual(['about-us']);
  expect(matchPages(PAGES, '')).toHaveLength(2);
  expect(matchPages(PAGES, 'zzzz')).toEqual([]);
});

it('A4.01 keeps to a status when one is chosen', () => {
  expect(PAGES.filter((page) => hasStatus(page, 'draft')).map(({ title }) => title)).toEqual([
    'About',
  ]);
});

it('A4.11 requires title, content and slug, and nothing else', () => {
  expect(checkPage({ title: ' ', content: '', slug: '' })).toEqual({
    title: 'Title is required',
    content: 'Content is required',
    slug: 'Slug is required',
  });
  expect(checkPage({ title: 'A', content: 'b', slug: 'c' })).toEqual({});
});
