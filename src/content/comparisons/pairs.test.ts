import { expect, it } from 'vitest';
import { splitsOf } from './pairs.ts';

it('P10.25 reads a pair in every way that two slugs allow', () => {
  expect(splitsOf('a-vs-b')).toEqual([['a', 'b']]);
  expect(splitsOf('a-vs-b-vs-c')).toEqual([
    ['a', 'b-vs-c'],
    ['a-vs-b', 'c'],
  ]);
  expect(splitsOf('-vs-b')).toEqual([]);
  expect(splitsOf('a')).toEqual([]);
});

it('PROMISE 12 a long address costs no more looks into the database than a short one', () => {
  const pair = Array.from({ length: 100 }, () => 'a').join('-vs-');
  expect(splitsOf(pair)).toHaveLength(1);
});
