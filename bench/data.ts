import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEditor } from './edits.ts';
import type { Product } from './product.ts';

export interface DataRun {
  /** The first to ask for the file of the evidence, compressed. */
  firstMs: number;
  megabytes: number;
  /** Six clients without gzip, after an edit. */
  plainMs: number;
  /** The longest that the health check took meanwhile. */
  healthMs: number;
  peakMb: number;
}

const PLAIN_READERS = 6;

const take = (
  port: number,
  path: string,
  encoding: string,
): Promise<{ ms: number; bytes: number }> =>
  new Promise((resolve, reject) => {
    const since = performance.now();
    const headers = { 'accept-encoding': encoding };
    get({ port, path, host: '127.0.0.1', headers, agent: false }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
        resolve({ ms: performance.now() - since, bytes });
      });
    }).on('error', reject);
  });

/** Changes one row of the evidence, so that the file has to be made anew. */
const editOne = async (url: string, cookie: string) => {
  const listed = await fetch(`${url}/api/coverage?limit=1`, { headers: { cookie } });
  const [row] = (await listed.json()) as { id: number }[];
  const saved = await fetch(`${url}/api/coverage/${row?.id}`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ note: `Read again by the benchmark, ${new Date().toISOString()}` }),
  });
  if (!saved.ok) throw new Error(`The edit got ${saved.status}: ${await saved.text()}`);
};

/** How long the largest file of the open data takes, and other requests meanwhile. */
export const measureData = async (product: Product, databaseUrl: string): Promise<DataRun> => {
  const { port, url } = product;
  const cookie = await openEditor(databaseUrl, url);
  let healthMs = 0;
  let peakMb = 0;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      healthMs = Math.max(healthMs, (await take(port, '/healthz', 'identity')).ms);
      peakMb = Math.max(peakMb, product.usage().rssMb);
      await sleep(20);
    }
  };
  const watched = watch();
  const first = await take(port, '/data/coverage.json', 'gzip');
  await editOne(url, cookie);
  const plain = await Promise.all(
    Array.from({ length: PLAIN_READERS }, () => take(port, '/data/coverage.json', 'identity')),
  );
  isOver = true;
  await watched;
  return {
    firstMs: first.ms,
    megabytes: (plain[0]?.bytes ?? 0) / 1e6,
    plainMs: Math.max(...plain.map(({ ms }) => ms)),
    healthMs,
    peakMb,
  };
};
