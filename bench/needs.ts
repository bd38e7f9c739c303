import { Agent, get } from 'node:http';
import type { Product } from './product.ts';

export interface NeedsTimes {
  needs: number;
  p50: number;
  p95: number;
}

const AMOUNTS = [1, 5, 30];

const agent = new Agent({ keepAlive: true });

const read = (port: number, path: string): Promise<{ ms: number; text: string }> =>
  new Promise((resolve, reject) => {
    const since = performance.now();
    get({ agent, port, path, host: '127.0.0.1' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
        if (response.headers['x-cache'] === 'hit') reject(new Error(`${path}: from the cache`));
        resolve({ ms: performance.now() - since, text });
      });
    }).on('error', reject);
  });

/** Orders all vendors over HTTP, one after the other, for other needs each time; the first round is not counted. */
export const measureNeeds = async ({ port }: Product, rounds: number): Promise<NeedsTimes[]> => {
  const { text } = await read(port, '/api/features?view=card');
  const slugs = (JSON.parse(text) as { slug: string }[]).map(({ slug }) => slug);
  const results: NeedsTimes[] = [];
  for (const needs of AMOUNTS) {
    const taken: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const asked = Array.from({ length: needs }, (_, at) => slugs[(round + at) % slugs.length]);
      const path = `/api/needs?features=${asked.join()}&musts=${asked[0]}&page=${1 + (round % 2)}`;
      const { ms } = await read(port, path);
      if (round > 0) taken.push(ms);
    }
    const sorted = taken.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    results.push({ needs, p50: at(0.5), p95: at(0.95) });
  }
  return results;
};
