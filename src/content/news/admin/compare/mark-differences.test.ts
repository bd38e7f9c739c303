import { expect, it } from 'vitest';
import { markDifferences } from './compare-row.tsx';

const own = (stretches: { text: string; isOwn: boolean }[]) =>
  stretches.filter(({ isOwn }) => isOwn).map(({ text }) => text);
const whole = (stretches: { text: string }[]) => stretches.map(({ text }) => text).join('');

it('A5.22 marks on each side what only that side says', () => {
  const marked = markDifferences('The old house stands', 'The new house stands still');
  expect(own(marked.original)).toEqual(['old']);
  expect(own(marked.rewritten).join('')).toBe('new still');
  expect(whole(marked.original)).toBe('The old house stands');
  expect(whole(marked.rewritten)).toBe('The new house stands still');
});

it('A5.22 marks nothing as removed while nothing was rewritten: readers see the original', () => {
  const marked = markDifferences('The old house stands', '');
  expect(own(marked.original)).toEqual([]);
  expect(whole(marked.original)).toBe('The old house stands');
});

it('A5.22 gives up marking before it holds the page, and never loses text', () => {
  const words = (seed: number) =>
    Array.from({ length: 20_000 }, (_, at) => `w${(at * seed) % 7919}`).join(' ');
  const start = performance.now();
  const marked = markDifferences(words(31), words(57));
  expect(performance.now() - start).toBeLessThan(3000);
  expect(whole(marked.rewritten)).toBe(words(57));
});
