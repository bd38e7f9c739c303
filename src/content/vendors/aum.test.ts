import { expect, it } from 'vitest';
import { usedMs } from '#testing/measure-loop.ts';
import { AUM_BANDS, bandsOf, readRanges } from './aum.ts';

const M = 1e6;
const B = 1e9;
const END = Number.POSITIVE_INFINITY;

it.each([
  ['$100M+', 100 * M, END],
  ['250 million', 250 * M, 250 * M],
  ['$250M', 250 * M, 250 * M],
  ['$0.5bn – 1bn', 0.5 * B, B],
  ['$1B+', B, END],
  ['Over $500 million', 500 * M, END],
  ['from $50 million', 50 * M, END],
  ['up to $100M', 0, 100 * M],
  ['€20m', 20 * M, 20 * M],
  ['$100,000,000', 100 * M, 100 * M],
  ['CHF 50 Mio', 50 * M, 50 * M],
  ['100-500 million', 100 * M, 500 * M],
  ['$100 - 500 million', 100 * M, 500 * M],
  ['$500M to $1B', 500 * M, B],
  ['$500 million-$1 billion+', 500 * M, END],
  ['between $100M and $250M', 100 * M, 250 * M],
  ['US$1.5 bn', 1.5 * B, 1.5 * B],
  ['1,5 Mrd EUR', 1.5 * B, 1.5 * B],
  ['$250mm minimum', 250 * M, 250 * M],
  ['Minimum of $100 million', 100 * M, END],
  ['$100M or more', 100 * M, END],
  ['> $1bn', B, END],
  ['< $50M', 0, 50 * M],
  ['$750k', 0.75 * M, 0.75 * M],
  ['Adviser firms from $50 million under management, reviewed about 2014.', 50 * M, END],
])('P9.04 reads %j', (text, from, to) => {
  expect(readRanges(text)).toEqual([{ from, to }]);
});

it.each([
  '',
  null,
  undefined,
  'No minimum',
  'Founded in 2014',
  '20 members',
  'On request',
  '5-10 users',
  'Series B',
  '$',
  'M',
])('P9.04 finds no amount in %j', (text) => {
  expect(readRanges(text)).toEqual([]);
  expect(bandsOf(text)).toEqual([]);
});

it('P9.03 has the four bands', () => {
  expect(AUM_BANDS.map(({ id, label }) => [id, label])).toEqual([
    ['under-100m', 'Under $100M'],
    ['100m-500m', '$100M - $500M'],
    ['500m-1b', '$500M - $1B'],
    ['over-1b', 'Over $1B'],
  ]);
});

it.each([
  ['$50M', ['under-100m']],
  ['$100M', ['100m-500m']],
  ['$250M', ['100m-500m']],
  ['$500M', ['500m-1b']],
  ['$1B', ['over-1b']],
  ['$1B+', ['over-1b']],
  ['$100M+', ['100m-500m', '500m-1b', 'over-1b']],
  ['from $50 million', ['under-100m', '100m-500m', '500m-1b', 'over-1b']],
  ['up to $100M', ['under-100m']],
  ['$100M - $500M', ['100m-500m']],
  ['$0.5bn – 1bn', ['500m-1b']],
  ['$50M for one family, $2B for many', ['under-100m', 'over-1b']],
])('P9.04 puts %j into %j', (text, bands) => {
  expect(bandsOf(text)).toEqual(bands);
});

it('PROMISE 12 reads a huge hostile text at once', () => {
  const ms = usedMs(() => {
    for (const piece of ['$1', '1,', '1.', '1 ', '1-', '$', 'from ', '1m-'])
      bandsOf(piece.repeat(100_000));
  });
  expect(ms).toBeLessThan(1000);
});
