import { expect, it } from 'vitest';
import { summaryText } from './use-feed-fetch.ts';

it('A15.18 names the saved count and the number of errors', () => {
  expect(summaryText({ saved: 2, errors: [] })).toBe('2 articles saved, 0 errors');
  expect(summaryText({ saved: 1, errors: ['x'] })).toBe('1 article saved, 1 error');
});
