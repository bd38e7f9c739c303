import { expect, it } from 'vitest';
import { groupStories } from './group-stories.ts';
import { ageOf } from './triage-list.tsx';

const other = (id: number) => ({
  id,
  title: `T${id}`,
  publisher: `P${id}`,
  status: 'draft' as const,
});

it('articles of one story stand below the first, and those of other pages are named', () => {
  const items = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const stories = [
    { id: 1, others: [other(3), other(9)] },
    { id: 3, others: [other(1), other(9)] },
  ];
  expect(groupStories(items, stories)).toEqual([
    { item: { id: 1 }, isSeenAbove: false, elsewhere: [other(9)] },
    { item: { id: 3 }, isSeenAbove: true, elsewhere: [] },
    { item: { id: 2 }, isSeenAbove: false, elsewhere: [] },
  ]);
});

it.each([
  ['2026-11-18T11:59:50Z', '0 min'],
  ['2026-11-18T11:48:00Z', '12 min'],
  ['2026-11-18T07:00:00Z', '5 h'],
  ['2026-11-15T11:00:00Z', '3 d'],
])('what came at %s is %s old at noon', (day, age) => {
  expect(ageOf(day, Date.parse('2026-11-18T12:00:00Z'))).toBe(age);
});
