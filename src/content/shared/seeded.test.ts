import { expect, it } from 'vitest';
import { seededPick } from './seeded.ts';

const items = Array.from({ length: 50 }, (_, index) => index);

it('P2.20 picks the same for one seed, and others for another', () => {
  expect(seededPick(items, 10, 'home:2030-01-01')).toEqual(
    seededPick(items, 10, 'home:2030-01-01'),
  );
  expect(seededPick(items, 10, 'home:2030-01-02')).not.toEqual(
    seededPick(items, 10, 'home:2030-01-01'),
  );
});

it('P2.20 picks without repeats, from all the items, and leaves the list as it was', () => {
  const before = [...items];
  const picked = seededPick(items, 10, 'seed');
  expect(picked).toHaveLength(10);
  expect(new Set(picked).size).toBe(10);
  expect(items).toEqual(before);
  expect(seededPick(items, 50, 'seed').toSorted((a, b) => a - b)).toEqual(items);
});

it('P2.20 takes what there is when fewer are left', () => {
  expect(seededPick([1], 3, 's')).toEqual([1]);
  expect(seededPick([], 3, 's')).toEqual([]);
  expect(seededPick(items, -1, 's')).toEqual([]);
});

it('P2.20 gives every item its turn over the days', () => {
  const seen = new Set<number>();
  for (let day = 0; day < 60; day += 1)
    for (const item of seededPick(items, 5, `x:${day}`)) seen.add(item);
  expect(seen.size).toBe(items.length);
});
