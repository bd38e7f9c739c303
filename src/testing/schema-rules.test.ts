import { describe, expect, it } from 'vitest';
import { findBlockProblems } from './schema-rules.ts';

const crumbs = (...items: object[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: items,
});
const item = { '@type': 'ListItem', position: 1, name: 'News', item: 'https://x.example/news' };

/** The table must be able to say no, or the crawl proves nothing. */
describe('the rules of structured data', () => {
  it('P19.06 accept what keeps them', () => {
    expect(findBlockProblems(crumbs(item))).toEqual([]);
  });

  it.each([
    ['no context', { ...crumbs(item), '@context': undefined }],
    ['another type inside', crumbs({ ...item, '@type': 'Thing' })],
    ['a wrong position', crumbs({ ...item, position: 2 })],
    ['a path for an address', crumbs({ ...item, item: '/news' })],
    ['an empty name', crumbs({ ...item, name: ' ' })],
    ['an empty list', crumbs()],
    ['an unknown property', { ...crumbs(item), ratingValue: 5 }],
    ['an unknown type', { '@context': 'https://schema.org', '@type': 'Recipe' }],
    ['an article without author', { '@context': 'https://schema.org', '@type': 'Article' }],
  ])('P19.06 refuse %s', (_why, block) => {
    expect(findBlockProblems(block as Record<string, unknown>)).not.toEqual([]);
  });
});
