import type { ChildProcess } from 'node:child_process';
import { get } from 'node:http';
import { receive, startChild, tell } from './children.ts';
import type { BenchPage } from './pages.ts';
import type { BareResponse } from './processes/bare.process.ts';
import type { LoadOrder, LoadResult } from './processes/load.process.ts';
import type { Product } from './product.ts';
import { readUsage } from './usage.ts';

export interface Throughput extends BenchPage {
  bytes: { identity: number; gzip: number; br: number };
  perSecond: number;
  p99: number;
  bare: { perSecond: number; p99: number };
  /** Requests per second against the bare server; above 1 is possible by chance only. */
  ratio: number;
  /** The bare server's processor time per request against ours. */
  cpuRatio: number | null;
  errors: number;
}

export interface ThroughputOptions {
  connections: number;
  ms: number;
  rounds: number;
  /** Before the first page, for each of the two: V8 compiles as it goes, and a server runs for days. */
  warmUpMs: number;
}

interface Raw {
  headers: string[];
  body: Buffer;
}

const PER_CONNECTION = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

export const fetchRaw = (port: number, path: string, encoding: string): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const options = { port, path, host: '127.0.0.1', headers: { 'accept-encoding': encoding } };
    get(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
        const { rawHeaders } = response;
        const headers = rawHeaders.flatMap((name, at) =>
          at % 2 === 0 && !PER_CONNECTION.has(name.toLowerCase())
            ? [name, rawHeaders[at + 1] ?? '']
            : [],
        );
        resolve({ headers, body: Buffer.concat(parts) });
      });
    }).on('error', reject);
  });

interface Tally {
  requests: number;
  seconds: number;
  p99: number;
  /** Processor time of one request, in the calmest round. */
  cpuMs: number;
  errors: number;
}

/** Requests a second in this round. */
const push = async (
  load: ChildProcess,
  order: LoadOrder,
  pid: number,
  tally: Tally,
): Promise<number> => {
  const before = readUsage(pid).cpuMs ?? 0;
  const result = await tell<LoadResult>(load, order);
  tally.requests += result.requests;
  tally.seconds += result.seconds;
  tally.errors += result.errors;
  // The calmest round says the most about the server and the least about its neighbors.
  tally.p99 = Math.min(tally.p99, result.p99);
  const spent = ((readUsage(pid).cpuMs ?? 0) - before) / Math.max(1, result.requests);
  tally.cpuMs = Math.min(tally.cpuMs, spent);
  return result.requests / result.seconds;
};

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const newTally = (): Tally => ({
  requests: 0,
  seconds: 0,
  p99: Number.POSITIVE_INFINITY,
  cpuMs: Number.POSITIVE_INFINITY,
  errors: 0,
});

/** Cached responses per second, in turns with a bare node:http server that sends the same bytes. */
export const measureThroughput = async (
  product: Product,
  pages: readonly BenchPage[],
  { connections, ms, rounds, warmUpMs }: ThroughputOptions,
): Promise<Throughput[]> => {
  const bare = startChild('bare');
  const { port: barePort } = await receive<{ port: number }>(bare);
  const load = startChild('load');
  const results: Throughput[] = [];
  for (const page of pages) {
    // Cached before its bytes are copied.
    await fetchRaw(product.port, page.path, 'br');
    const [identity, gzip, br] = await Promise.all(
      ['identity', 'gzip', 'br'].map((encoding) => fetchRaw(product.port, page.path, encoding)),
    );
    if (!identity || !gzip || !br) throw new Error(`No answer from ${page.path}`);
    const response: BareResponse = { path: page.path, headers: br.headers, body: br.body };
    await tell(bare, response);
    const ours = newTally();
    const theirs = newTally();
    const order = { path: page.path, connections, ms };
    const ratios: number[] = [];
    const before = results.length === 0 ? warmUpMs : ms;
    for (const port of [product.port, barePort]) await tell(load, { ...order, port, ms: before });
    for (let round = 0; round < rounds; round += 1) {
      const our = await push(load, { ...order, port: product.port }, product.pid, ours);
      const their = await push(load, { ...order, port: barePort }, bare.pid ?? 0, theirs);
      ratios.push(our / their);
    }
    const a = ours.requests / ours.seconds;
    const b = theirs.requests / theirs.seconds;
    results.push({
      ...page,
      bytes: { identity: identity.body.length, gzip: gzip.body.length, br: br.body.length },
      perSecond: a,
      p99: ours.p99,
      bare: { perSecond: b, p99: theirs.p99 },
      // One slow second of the machine hits one of the two alone.
      ratio: medianOf(ratios),
      cpuRatio: ours.cpuMs > 0 ? theirs.cpuMs / ours.cpuMs : null,
      errors: ours.errors + theirs.errors,
    });
  }
  bare.disconnect();
  load.disconnect();
  return results;
};
