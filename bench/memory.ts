import { setTimeout as sleep } from 'node:timers/promises';
import { type Ask, createAsk, editVendor, listVendors } from './client.ts';
import type { Product } from './product.ts';

export interface MemoryRun {
  requests: number;
  failures: number;
  startMb: number;
  peakMb: number;
  /** A minute after the last request. */
  afterMb: number;
}

const IDLE_MS = 60_000;
const LANES = 6;

/** Memory before, during and a minute after a burst of everything: cached and uncached pages, searches, the panel, saves. */
export const measureMemory = async (
  product: Product,
  cookie: string,
  ms: number,
): Promise<MemoryRun> => {
  const visitor = createAsk(product.port);
  const editor = createAsk(product.port, { cookie });
  const vendors = await listVendors(visitor);
  const slug = (n: number) => vendors[n % vendors.length]?.slug;
  const data = ['/data/coverage.json', '/data/vendors.csv', '/sitemap.xml'];
  const burst: ((n: number) => ReturnType<Ask>)[] = [
    (n) => visitor(n % 2 === 0 ? '/' : `/vendors/${slug(n)}`),
    (n) => visitor(`/compare/${slug(n)}-vs-${slug(n * 7 + 1)}`),
    (n) => visitor(`/vendors?q=word${n}`),
    (n) => visitor(`/api/search?q=${encodeURIComponent(`family ${n.toString(36)}`)}`),
    (n) => editor(`/api/vendors?limit=100&offset=${n % 40}`),
    (n) => editor(`/vendors/${slug(n)}`),
    (n) => visitor(data[n % data.length] ?? '/'),
    (n) => editVendor(editor, vendors, n),
  ];
  const startMb = product.memoryMb();
  let peakMb = startMb;
  let requests = 0;
  let failures = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, product.memoryMb());
  }, 200);
  const until = performance.now() + ms;
  const walk = async (ask: (n: number) => ReturnType<Ask>, lane: number) => {
    for (let n = lane; performance.now() < until; n += LANES) {
      const { status } = await ask(n);
      requests += 1;
      if (status === 0 || status >= 400) failures += 1;
    }
  };
  await Promise.all(
    burst.flatMap((ask) => Array.from({ length: LANES }, (_, lane) => walk(ask, lane))),
  );
  await sleep(IDLE_MS);
  clearInterval(watch);
  return { requests, failures, startMb, peakMb, afterMb: product.memoryMb() };
};
