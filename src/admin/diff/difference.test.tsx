import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { usedMs } from '#testing/measure-loop.ts';
import { differencesOf, Marks } from './difference.tsx';

const sidesOf = (before: string, after: string) => {
  const parts = differencesOf(before, after);
  const show = (leaveOut: 'added' | 'removed') =>
    renderToStaticMarkup(<Marks parts={parts} leaveOut={leaveOut} />);
  return { original: show('added'), rewritten: show('removed') };
};
const whole = (html: string) => html.replace(/<[^>]*>/g, '');
const own = (html: string) =>
  Array.from(html.matchAll(/<(?:ins|del)[^>]*>([^<]*)/g), ([, text]) => text);

it('A5.22 marks on each side what only that side says', () => {
  const { original, rewritten } = sidesOf('The old house stands', 'The new house stands still');
  expect(own(original)).toEqual(['old']);
  expect(own(rewritten).join('')).toBe('new still');
  expect(whole(original)).toBe('The old house stands');
  expect(whole(rewritten)).toBe('The new house stands still');
});

it.each([
  ['words', ' '],
  ['lines', '\n'],
])('A5.22 gives up marking %s before it holds the page, and never loses text', (_name, space) => {
  const words = (seed: number) =>
    Array.from({ length: 20_000 }, (_, at) => `w${(at * seed) % 7919}`).join(space);
  let parts: ReturnType<typeof differencesOf> = [];
  const ms = usedMs(() => {
    parts = differencesOf(words(31), words(57));
  });
  expect(ms).toBeLessThan(3000);
  const rewritten = parts.filter(({ removed }) => !removed).map(({ value }) => value);
  expect(rewritten.join('')).toBe(words(57));
});
