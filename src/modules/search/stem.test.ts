import { expect, it } from 'vitest';
import { stemOf } from './stem.ts';

it.each([
  ['reports reporting reported report'],
  ['trade trades trading traded'],
  ['entity entities'],
  ['aggregation aggregate aggregating aggregates aggregator'],
  ['running runs run'],
  ['payment payments pay'],
  ['glass glasses'],
])('%s have the same stem', (words) => {
  expect(new Set(words.split(' ').map(stemOf)).size).toBe(1);
});

it('short words, words with digits and words that only end like a form stay as they are', () => {
  for (const word of ['bus', 'k1', '2fas', 'string', 'basis', 'status', 'spring'])
    expect(stemOf(word)).toBe(word);
});
