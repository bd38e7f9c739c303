import { setTimeout as sleep } from 'node:timers/promises';
import { createAsk, percentile } from './client.ts';
import type { Product } from './product.ts';

export interface SearchTimes {
  q: string;
  p50: number;
  p95: number;
}

const QUERIES = [
  'addepar',
  'adepar',
  'family office',
  'family office reporting software',
  'f',
  'blockchain ledgers of qwertzuiop',
  'qzjxkvbw'.repeat(12),
];

const SPACES = 15;
/** The index is built beside serving. */
const WARM_UP_MS = 10_000;

/** The same search under another address each time, so that the cache has no response to it. */
const spell = (q: string, round: number) =>
  ' '.repeat(round % SPACES) + q + ' '.repeat(Math.floor(round / SPACES));

/** Searches of an anonymous visitor over HTTP, one after the other and in turns; the first round is not counted. */
export const measureSearch = async ({ port }: Product, rounds: number): Promise<SearchTimes[]> => {
  const ask = createAsk(port);
  const search = async (q: string) => {
    const { status, cache, ms } = await ask(`/api/search?q=${encodeURIComponent(q)}`);
    if (status !== 200) throw new Error(`Searching for ${q}: ${status}`);
    if (cache === 'hit') throw new Error(`${q} came from the cache`);
    return ms;
  };
  const times = new Map(QUERIES.map((q) => [q, [] as number[]]));
  await sleep(WARM_UP_MS);
  for (const q of QUERIES) await search(q);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [q, taken] of times) taken.push(await search(spell(q, round)));
  }
  return [...times].map(([q, taken]) => ({
    q: q.length > 50 ? 'a word of 96 letters' : q,
    p50: percentile(taken, 0.5),
    p95: percentile(taken, 0.95),
  }));
};
