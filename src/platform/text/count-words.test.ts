import { expect, it } from 'vitest';
import { countMarkdownWords, countWords, readingMinutes } from './count-words.ts';

it('A5.06 counts the words that are read, not the marks', () => {
  expect(
    countMarkdownWords('# Title\n\n- **Two** words — [a link](https://example.com/long)'),
  ).toBe(5);
  const none = ['', null, ' - '].map((text) => countMarkdownWords(text));
  expect(none).toEqual([0, 0, 0]);
});

it('A8.06 A10.04 counts the words of plain text as a reader does', () => {
  expect(countWords('')).toBe(0);
  expect(countWords('  one\n two\tthree  ')).toBe(3);
  expect(countWords('family-office software – and/or 3.5 M')).toBe(5);
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
