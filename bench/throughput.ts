import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createAsk, percentile } from './client.ts';
import type { BenchPage } from './pages.ts';
import type { LoadOrder, LoadResult } from './processes/load.process.ts';
import type { Product } from './product.ts';

export interface Throughput extends BenchPage {
  bytes: { identity: number; br: number };
  perSecond: number;
  barePerSecond: number;
  /** Requests per second against the bare server, in turns; the middle of all rounds. */
  ratio: number;
}

export interface ThroughputOptions {
  ms: number;
  rounds: number;
  /** V8 compiles as it goes, and a server runs for days. */
  warmUpMs: number;
}

const CONNECTIONS = 32;
const PER_CONNECTION = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

const startChild = (program: 'bare' | 'load'): ChildProcess =>
  fork(fileURLToPath(new URL(`./processes/${program}.process.ts`, import.meta.url)), [], {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, NODE_ENV: 'production' },
  });

/** The next message of a child, in answer to one of ours. */
const order = async <T>(child: ChildProcess, message?: object): Promise<T> => {
  if (message) child.send(message);
  const [reply] = await once(child, 'message', { signal: AbortSignal.timeout(60_000) });
  return reply as T;
};

const withoutConnection = (headers: readonly string[]) =>
  headers.flatMap((name, at) =>
    at % 2 === 0 && !PER_CONNECTION.has(name.toLowerCase()) ? [name, headers[at + 1] ?? ''] : [],
  );

interface Side {
  port: number;
  perSecond: number[];
}

/** One round of load on one of the two servers. */
const push = async (load: ChildProcess, side: Side, message: LoadOrder) => {
  const { requests, seconds, errors } = await order<LoadResult>(load, message);
  if (errors > 0) throw new Error(`${errors} requests for ${message.path} failed`);
  side.perSecond.push(requests / seconds);
};

/** Cached responses per second, in turns with a bare node:http server that sends the same bytes and headers. */
export const measureThroughput = async (
  product: Product,
  pages: readonly BenchPage[],
  { ms, rounds, warmUpMs }: ThroughputOptions,
): Promise<Throughput[]> => {
  const ask = createAsk(product.port);
  const bare = startChild('bare');
  const { port: barePort } = await order<{ port: number }>(bare);
  const load = startChild('load');
  const results: Throughput[] = [];
  for (const page of pages) {
    const { path } = page;
    await ask(path);
    const br = await ask(path);
    const identity = await ask(path, { headers: { 'accept-encoding': 'identity' } });
    if (br.status !== 200) throw new Error(`${path}: ${br.status}`);
    await order(bare, { path, headers: withoutConnection(br.headers), body: br.body });
    const ours: Side = { port: product.port, perSecond: [] };
    const theirs: Side = { port: barePort, perSecond: [] };
    const isFirst = results.length === 0;
    for (const { port } of [ours, theirs]) {
      await order(load, { port, path, connections: CONNECTIONS, ms: isFirst ? warmUpMs : ms });
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const side of [ours, theirs]) {
        await push(load, side, { port: side.port, path, connections: CONNECTIONS, ms });
      }
    }
    const ratios = ours.perSecond.map((one, round) => one / (theirs.perSecond[round] ?? 1));
    results.push({
      ...page,
      bytes: { identity: identity.body.length, br: br.body.length },
      perSecond: percentile(ours.perSecond, 0.5),
      barePerSecond: percentile(theirs.perSecond, 0.5),
      ratio: percentile(ratios, 0.5),
    });
  }
  bare.disconnect();
  load.disconnect();
  return results;
};
