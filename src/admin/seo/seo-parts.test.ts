import { expect, it } from 'vitest';
import { breadcrumbOf, cutForPreview, quickTerms } from './seo-tab.tsx';

it('A10.05 A10.06 offers the first eight active search terms', () => {
  const terms = Array.from({ length: 12 }, (_, id) => ({ id, isActive: id !== 1 }));
  expect(quickTerms(terms).map(({ id }) => id)).toEqual([0, 2, 3, 4, 5, 6, 7, 8]);
});

it('A10.04 previews the address and cuts where a search engine would', () => {
  expect(breadcrumbOf('example.com', '/news', 'a-b')).toBe('example.com › news › a-b');
  expect(breadcrumbOf('example.com', '', '')).toBe('example.com');
  expect(cutForPreview('x'.repeat(61), 60)).toBe(`${'x'.repeat(60)} …`);
  expect(cutForPreview('short', 60)).toBe('short');
});
