import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createVisitorQueue } from './visitors.server.ts';

const LIMITS = { running: 2, waiting: 4, waitMs: 5000 };

/** Visitors whose work ends when it is told to, and who had a place in which order. */
const openQueue = () => {
  const queue = createVisitorQueue(LIMITS);
  const entered: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const visit = (address: string) =>
    queue(address, async () => {
      entered.push(address);
      await new Promise<void>((resolve) => ends.push(resolve));
    }).catch(() => {
      refused.push(address);
    });
  return {
    visit,
    entered,
    refused,
    async endFirst() {
      ends.shift()?.();
      await sleep(1);
    },
  };
};

it('ISSUE 41 addresses take turns: the next place is for the one who has fewest', async () => {
  const { visit, entered, endFirst } = openQueue();
  const visits = ['a', 'a', 'a', 'a', 'b', 'c'].map(visit);
  await sleep(1);
  expect(entered).toEqual(['a', 'a']);
  await endFirst();
  await endFirst();
  expect(entered).toEqual(['a', 'a', 'b', 'a']);
  for (let left = 4; left > 0; left -= 1) await endFirst();
  await Promise.all(visits);
  expect(entered).toEqual(['a', 'a', 'b', 'a', 'c', 'a']);
});

it('ISSUE 41 one address does not fill the line: its last is sent away for another visitor, and nobody else', async () => {
  const { visit, entered, refused, endFirst } = openQueue();
  const visits = ['a', 'a', 'a', 'a', 'a', 'a', 'a'].map(visit);
  await sleep(1);
  expect(refused).toEqual(['a']);
  visits.push(visit('b'), visit('c'));
  await sleep(1);
  expect(refused).toEqual(['a', 'a', 'a']);
  // Each of them waits twice at most: more of one is not worth more than one of another.
  visits.push(visit('b'));
  await sleep(1);
  expect(refused).toEqual(['a', 'a', 'a', 'b']);
  for (let left = 6; left > 0; left -= 1) await endFirst();
  await Promise.all(visits);
  expect(entered).toEqual(['a', 'a', 'b', 'a', 'c', 'a']);
});

it('PROMISE 19 a visitor who gave up leaves the line to others', async () => {
  const queue = createVisitorQueue({ running: 0, waiting: 1, waitMs: 200 });
  const over = new AbortController();
  const first = queue('a', async () => 'never', over.signal);
  over.abort();
  await expect(first).rejects.toThrow('very busy');
  const since = performance.now();
  await expect(queue('b', async () => 'never')).rejects.toThrow('very busy');
  expect(performance.now() - since).toBeGreaterThan(150);
});
