import { expect, it } from 'vitest';
import { addressOf, readingsOf } from './site.ts';

it('P10.25 reads an address in every way that two to four slugs allow, as a pair first', () => {
  expect(readingsOf('a-vs-b')).toEqual([['a', 'b']]);
  expect(readingsOf('a-vs-b-vs-c')).toEqual([
    ['a', 'b-vs-c'],
    ['a-vs-b', 'c'],
    ['a', 'b', 'c'],
  ]);
  expect(readingsOf('a-vs-b-vs-c-vs-d').at(-1)).toEqual(['a', 'b', 'c', 'd']);
  expect(readingsOf('-vs-b')).toEqual([]);
  expect(readingsOf('a')).toEqual([]);
});

it('PROMISE 12 a long address costs no look into the database', () => {
  expect(readingsOf(Array.from({ length: 100 }, () => 'a').join('-vs-'))).toEqual([]);
});

it('COMPARE gives three and four one address, and leaves a pair as it was asked for', () => {
  expect(addressOf(['b', 'a'])).toBe('b-vs-a');
  expect(addressOf(['c', 'a', 'b'])).toBe('a-vs-b-vs-c');
});
