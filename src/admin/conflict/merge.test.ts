import { expect, it } from 'vitest';
import { findConflicts, mergeLists, mergeText } from './merge.ts';

const BASE = 'First line\n\nSecond line\n\nThird line\n\nFourth line\n\nFifth line';

it('PROMISE 14 puts two editors’ changes to different lines together', () => {
  const mine = BASE.replace('First line', 'First line, mine');
  const theirs = BASE.replace('Fifth line', 'Fifth line, theirs');
  const merged = mergeText(BASE, mine, theirs);
  expect(merged).toContain('First line, mine');
  expect(merged).toContain('Fifth line, theirs');
  expect(merged.match(/Third line/g)).toHaveLength(1);
});

it('PROMISE 14 keeps both texts where both changed the same line', () => {
  const merged = mergeText('A', 'A of mine', 'A of theirs');
  expect(merged).toBe('A of mine\n\nA of theirs');
});

it('PROMISE 14 merges lists: additions of both, removals of both', () => {
  expect(mergeLists(['a', 'b', 'c'], ['a', 'c', 'mine'], ['a', 'b', 'theirs'])).toEqual([
    'a',
    'theirs',
    'mine',
  ]);
});

it('PROMISE 14 suggests the side that changed a field, and nothing where both did', () => {
  const base = { a: 1, b: 1, c: 1, d: 1 };
  const found = findConflicts(
    ['a', 'b', 'c', 'd'],
    base,
    { a: 2, b: 1, c: 2, d: 1 },
    { a: 1, b: 2, c: 3, d: 1 },
  );
  expect(found.map(({ key, suggested, isContested }) => [key, suggested, isContested])).toEqual([
    ['a', 'mine', false],
    ['b', 'theirs', false],
    ['c', null, true],
  ]);
});
