import { expect, it } from 'vitest';
import { makeHostileText } from '#testing/hostile-text.ts';
import { measureLoop } from '#testing/measure-loop.ts';
import { renderMarkdown } from '../src/content/glossary/text-renderer.server.ts';
import { isFull, record, roundsOf } from './support/figures.ts';

const LENGTH = 60_000;
const PAUSE_MS = 100;
/** More would only wait for the thread. */
const AT_ONCE = 1;
const ROUNDS = roundsOf(10_000, 20);

it(`PROMISE 20 ${ROUNDS} generated texts of 60 kB, each under 100 ms of event-loop pause`, async () => {
  let next = 0;
  let longest = 0;
  let plain = 0;
  const slow: number[] = [];
  const { ownMs } = await measureLoop(async () => {
    const work = async () => {
      while (next < ROUNDS) {
        const seed = next;
        next += 1;
        const { text } = makeHostileText(seed, LENGTH);
        const { result, ownMs: own } = await measureLoop(() => renderMarkdown(text));
        longest = Math.max(longest, own);
        if (own >= PAUSE_MS) slow.push(seed);
        if (result.includes('too intricate to be formatted')) plain += 1;
        if (isFull && (seed + 1) % (ROUNDS / 20) === 0)
          process.stdout.write(`${seed + 1} texts: longest pause ${Math.round(longest)} ms\n`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });
  record('texts made to be hard', {
    rounds: ROUNDS,
    requests: ROUNDS,
    faults: plain,
    losses: slow.length,
    note: `longest pause ${Math.round(Math.max(longest, ownMs))} ms; ${plain} shown as plain text`,
  });
  expect(slow).toEqual([]);
  expect(ownMs).toBeLessThan(PAUSE_MS);
}, 14_400_000);
