import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from './product.ts';
import { createRandom } from './words.ts';

export interface SearchTimes {
  q: string;
  p50: number;
  p95: number;
}

const random = createRandom(3);
const NONSENSE = Array.from({ length: 100 }, () =>
  String.fromCharCode(97 + Math.floor(random() * 26)),
).join('');

const QUERIES = [
  'addepar',
  'adepar',
  'family office',
  'family office reporting software',
  'f',
  'blockchain ledgers of qwertzuiop',
  NONSENSE,
];

const SPACES = 15;
const WARM_UP_MS = 10_000;

const agent = new Agent({ keepAlive: true });

/** The same search under another address each time, so that no response of the cache fits it. */
const spelled = (q: string, round: number) =>
  ' '.repeat(round % SPACES) + q + ' '.repeat(Math.floor(round / SPACES));

/** As an anonymous visitor. */
const ask = (port: number, q: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const since = performance.now();
    const path = `/api/search?q=${encodeURIComponent(q)}`;
    get({ agent, port, path, host: '127.0.0.1' }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode !== 200)
          reject(new Error(`Searching for ${q}: ${response.statusCode}`));
        if (response.headers['x-cache'] === 'hit') reject(new Error(`${q} came from the cache`));
        resolve(performance.now() - since);
      });
    }).on('error', reject);
  });

/** Searches over HTTP, one after the other and in turns; the first round is not counted. */
export const measureSearch = async ({ port }: Product, rounds: number): Promise<SearchTimes[]> => {
  const times = new Map(QUERIES.map((q) => [q, [] as number[]]));
  // The site reads its pages beside serving.
  await sleep(WARM_UP_MS);
  for (const q of QUERIES) await ask(port, q);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [q, taken] of times) taken.push(await ask(port, spelled(q, round)));
  }
  return [...times].map(([q, taken]) => {
    const sorted = taken.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    return { q: q === NONSENSE ? '100 random characters' : q, p50: at(0.5), p95: at(0.95) };
  });
};
