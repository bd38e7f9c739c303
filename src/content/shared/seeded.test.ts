import { expect, it } from 'vitest';
import { daySeed, seededPick, seededShuffle } from './seeded.ts';

const items = Array.from({ length: 50 }, (_, index) => index);

it('P3.09 gives everybody the same order on one day, and another one on the next', () => {
  const today = daySeed('what-is-x', new Date('2025-03-01T10:00:00Z'));
  expect(today).toBe('what-is-x:2025-03-01');
  expect(seededShuffle(items, today)).toEqual(seededShuffle(items, today));
  const tomorrow = daySeed('what-is-x', new Date('2025-03-02T10:00:00Z'));
  expect(seededShuffle(items, tomorrow)).not.toEqual(seededShuffle(items, today));
});

it('P3.09 picks without repeats, from all the items, and leaves the list as it was', () => {
  const before = [...items];
  const picked = seededPick(items, 10, 'seed');
  expect(picked).toHaveLength(10);
  expect(new Set(picked).size).toBe(10);
  expect(items).toEqual(before);
  expect(seededShuffle(items, 'seed').toSorted((a, b) => a - b)).toEqual(items);
  expect(seededShuffle(items, 'seed').slice(0, 10)).toEqual(picked);
});

it('P3.09 takes what there is when fewer are left', () => {
  expect(seededPick([1], 3, 's')).toEqual([1]);
  expect(seededPick([], 3, 's')).toEqual([]);
  expect(seededPick(items, -1, 's')).toEqual([]);
});

it('P3.09 gives every item its turn over the days', () => {
  const seen = new Set<number>();
  for (let day = 0; day < 60; day += 1)
    for (const item of seededPick(items, 5, `x:${day}`)) seen.add(item);
  expect(seen.size).toBe(items.length);
});
