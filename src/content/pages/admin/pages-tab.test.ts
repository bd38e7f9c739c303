import { expect, it } from 'vitest';
import { checkPage } from './pages-tab.tsx';

it('A4.11 requires title, content and slug, and nothing else', () => {
  expect(checkPage({ title: ' ', content: '', slug: '' })).toEqual({
    title: 'Title is required',
    content: 'Content is required',
    slug: 'Slug is required',
  });
  expect(checkPage({ title: 'A', content: 'b', slug: 'c' })).toEqual({});
});
