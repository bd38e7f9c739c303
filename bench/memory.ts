import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEditor } from './edits.ts';
import { METRICS_TOKEN, type Product } from './product.ts';

export interface MemoryRun {
  requests: number;
  failures: number;
  startMb: number;
  peakMb: number;
  /** A minute after the last request. */
  afterMb: number;
  heapUsedMb: number;
  heapTotalMb: number;
  externalMb: number;
}

const IDLE_MS = 60_000;
const LANES = 6;

interface Asked {
  path: string;
  method?: string;
  cookie?: string;
  json?: object;
}

const createAsk = (port: number) => {
  const agent = new Agent({ keepAlive: true });
  const ask = ({ path, method = 'GET', cookie, json }: Asked): Promise<number> =>
    new Promise((resolve) => {
      const headers = {
        'accept-encoding': 'br',
        ...(cookie ? { cookie } : {}),
        ...(json ? { 'content-type': 'application/json' } : {}),
      };
      const req = request({ agent, port, path, method, host: '127.0.0.1', headers }, (response) => {
        response.resume();
        response.on('close', () => resolve(response.statusCode ?? 0));
      });
      req.on('error', () => resolve(0));
      req.end(json && JSON.stringify(json));
    });
  return { ask, end: () => agent.destroy() };
};

const readGauge = (text: string, name: string): number => {
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
  return Number(value) / 1024 / 1024;
};

/** Memory before, during and a minute after a burst of everything: cached and uncached, searches, the panel, saves. */
export const measureMemory = async (
  product: Product,
  databaseUrl: string,
  ms: number,
): Promise<MemoryRun> => {
  const { port, url } = product;
  const cookie = await openEditor(databaseUrl, url);
  const listed = await fetch(`${url}/api/vendors?view=card&limit=50`);
  const vendors = (await listed.json()) as { id: number; slug: string; description: string }[];
  const pick = (n: number) => vendors[n % vendors.length];
  const burst: ((n: number) => Asked)[] = [
    (n) => ({ path: n % 2 === 0 ? '/' : `/vendors/${pick(n)?.slug}` }),
    (n) => ({ path: `/compare/${pick(n)?.slug}-vs-${pick(n * 7 + 1)?.slug}` }),
    (n) => ({ path: `/vendors?q=word${n}` }),
    (n) => ({ path: `/api/search?q=${encodeURIComponent(`family ${n.toString(36)}`)}` }),
    (n) => ({ path: `/api/vendors?limit=100&offset=${n % 40}`, cookie }),
    (n) => ({ path: `/vendors/${pick(n)?.slug}`, cookie }),
    (n) => ({ path: ['/data/coverage.json', '/data/vendors.csv', '/sitemap.xml'][n % 3] ?? '/' }),
    (n) => ({
      path: `/api/vendors/${pick(n)?.id}`,
      method: 'PUT',
      cookie,
      json: { description: `${pick(n)?.description} (edit ${n})` },
    }),
  ];
  const { ask, end } = createAsk(port);
  const startMb = product.usage().rssMb;
  let peakMb = startMb;
  let requests = 0;
  let failures = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, product.usage().rssMb);
  }, 200);
  const until = performance.now() + ms;
  const walk = async (make: (n: number) => Asked, lane: number) => {
    for (let n = lane; performance.now() < until; n += LANES) {
      const status = await ask(make(n));
      requests += 1;
      if (status === 0 || status >= 400) failures += 1;
    }
  };
  await Promise.all(
    burst.flatMap((make) => Array.from({ length: LANES }, (_, lane) => walk(make, lane))),
  );
  end();
  await sleep(IDLE_MS);
  clearInterval(watch);
  const afterMb = product.usage().rssMb;
  const authorization = `Bearer ${METRICS_TOKEN}`;
  const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization } })).text();
  return {
    requests,
    failures,
    startMb,
    peakMb,
    afterMb,
    heapUsedMb: readGauge(metrics, 'nodejs_heap_size_used_bytes'),
    heapTotalMb: readGauge(metrics, 'nodejs_heap_size_total_bytes'),
    externalMb: readGauge(metrics, 'nodejs_external_memory_bytes'),
  };
};
