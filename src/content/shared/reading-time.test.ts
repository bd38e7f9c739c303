import { expect, it } from 'vitest';
import { countWords, readingMinutes } from './reading-time.ts';

it('A5.06 counts the words that are read, not the marks', () => {
  expect(countWords('# Title\n\n- **Two** words — [a link](https://example.com/long)')).toBe(5);
  expect([countWords(''), countWords(null), countWords(' - ')]).toEqual([0, 0, 0]);
});

it.each([
  [0, 1],
  [1, 1],
  [200, 1],
  [201, 2],
  [1000, 5],
  [Number.NaN, 1],
])('P14.02 takes %d words for %d minutes', (words, minutes) => {
  expect(readingMinutes(words)).toBe(minutes);
});
