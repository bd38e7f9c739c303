import { describe, expect, it } from 'vitest';
import { dayOf } from '#admin/schedule/format-when.ts';
import { isSecondRank, isStale, readShow } from './evidence-pairs.ts';

const NOW = new Date('2026-11-15T12:00:00Z');

describe('the lines of the evidence screen', () => {
  it.each([
    ['2026-05-19', false],
    ['2026-05-18', true],
    ['2026-11-15', false],
  ])('EVIDENCE what was checked on %s is stale: %s', (checkedOn, stale) => {
    expect(isStale({ checkedOn }, NOW)).toBe(stale);
  });

  it.each([
    ['vendor', false],
    ['regulator', false],
    ['press', true],
    ['index', true],
  ] as const)('EVIDENCE a page of the %s is of the second rank: %s', (publisher, second) => {
    expect(isSecondRank({ publisher })).toBe(second);
  });

  it('takes an unknown filter for none, and writes days as the API does', () => {
    expect([readShow('stale'), readShow('zzz'), readShow(undefined)]).toEqual(['stale', '', '']);
    expect(dayOf(new Date(2026, 0, 5))).toBe('2026-01-05');
  });
});
