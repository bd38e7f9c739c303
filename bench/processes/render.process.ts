import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { createApp } from '#app/app.server.ts';
import { openContent } from '#app/content.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { readSettings } from '#platform/env.server.ts';
import type { Renderer } from '#platform/server/renderer.ts';
import { outdateAll, setVersionKnown } from '#platform/version/site-version.server.ts';
import { isJson } from '../pages.ts';

/** Makes pages one after the other, each from the database. */
export interface RenderOrder {
  databaseUrl: string;
  siteUrl: string;
  /** The built site. */
  site: string;
  paths: readonly string[];
  ms: number;
  rounds: number;
}

export interface RenderResult {
  path: string;
  /** Several at once; the times are of one at a time. */
  perSecond: number;
  /** Processor time of one render in this process; the database's own is not in it. */
  cpuMs: number;
  /** The quickest of all: what the page takes when nothing else runs. */
  best: number;
  p50: number;
  p99: number;
  /** The middle of some renders before each of which all that the process remembers was dropped. */
  cold: number;
}

type Render = () => Promise<unknown>;

interface Tally {
  times: number[];
  ms: number;
  cpuMs: number;
}

const load = async (file: string): Promise<Renderer> =>
  ((await import(pathToFileURL(file).href)) as { default: Renderer }).default;

/** Pages and responses that are whole. A text that is only joined when it is read is joined by this. */
const isWhole = (text: string) =>
  text.endsWith('</html>') || text.endsWith(']') || text.endsWith('}');

/** As many renders at once as keep the processor busy while the database works. */
const LANES = 8;

/** Renders until the time is over, one after the other in each lane, and how long each took. */
const loop = async (render: Render, ms: number, lanes: number): Promise<Tally> => {
  const times: number[] = [];
  const start = performance.now();
  const before = process.cpuUsage();
  const walk = async () => {
    while (performance.now() < start + ms) {
      const since = performance.now();
      await render();
      times.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: lanes }, walk));
  const { user, system } = process.cpuUsage(before);
  return { times, ms: performance.now() - start, cpuMs: (user + system) / 1000 };
};

const rendersOf = async (order: RenderOrder) => {
  const settings = readSettings({ SITE_URL: order.siteUrl, LOG_LEVEL: 'silent' });
  const connection = connect(order.databaseUrl);
  const content = openContent(connection.db);
  // Nobody writes: what pages share is made once, as in a server that knows the version of the site.
  setVersionKnown(true);
  const { api } = createApp({
    settings,
    connection,
    content,

    log: pino({ level: 'silent' }),
    authenticate: async () => null,
  });
  const site = await load(order.site);
  const siteInfo = { siteName: settings.site.siteName, siteUrl: settings.SITE_URL };
  const context = {
    api: { request: async (path: string, init?: RequestInit) => api.request(path, init) },
    user: null,
    settings: siteInfo,
    nonce: 'bench',
    requestId: 'bench-0001',
    noteFailure: () => undefined,
  };
  const read = async (rendered: Promise<Response> | Response) => {
    const page = await rendered;
    const text = await page.text();
    if (page.status !== 200 || !isWhole(text)) throw new Error(`${page.status} while rendering`);
  };
  const renders = new Map<string, Render>();
  for (const path of order.paths) {
    const url = order.siteUrl + path;
    const page = () =>
      read(site.fetch(new Request(url, { headers: { accept: 'text/html' } }), { context }));
    renders.set(path, () => (isJson(path) ? read(api.request(path)) : page()));
  }
  return { renders, close: connection.close };
};

interface Tallies {
  alone: Tally[];
  together: Tally[];
  cold: number[];
}

/** As after a start, or an edit. */
const renderCold = async (render: Render): Promise<number> => {
  outdateAll();
  const since = performance.now();
  await render();
  return performance.now() - since;
};

const middleOf = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

const resultOf = (path: string, { alone, together, cold }: Tallies): RenderResult => {
  const times = alone.flatMap((tally) => tally.times).toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  const count = together.reduce((sum, tally) => sum + tally.times.length, 0);
  const ms = together.reduce((sum, tally) => sum + tally.ms, 0);
  const cpuMs = together.reduce((sum, tally) => sum + tally.cpuMs, 0) / count;
  const perSecond = (1000 * count) / ms;
  const measured = { path, perSecond, cpuMs, best: at(0), p50: at(0.5), p99: at(0.99) };
  return { ...measured, cold: middleOf(cold) };
};

const measure = async (order: RenderOrder): Promise<RenderResult[]> => {
  const { renders, close } = await rendersOf(order);
  const tallies = new Map(
    [...renders.keys()].map((name) => [name, { alone: [], together: [], cold: [] } as Tallies]),
  );
  for (const render of renders.values()) await loop(render, order.ms / 2, 1);
  // In turns, so that whatever else the machine does falls on all of them alike.
  for (let round = 0; round < order.rounds; round += 1) {
    for (const [name, render] of renders) {
      tallies.get(name)?.alone.push(await loop(render, order.ms, 1));
      tallies.get(name)?.together.push(await loop(render, order.ms, LANES));
    }
  }
  // Apart from the others, whose memory it takes.
  for (let round = 0; round < order.rounds; round += 1) {
    for (const [name, render] of renders) tallies.get(name)?.cold.push(await renderCold(render));
  }
  await close();
  return [...tallies].map(([path, tally]) => resultOf(path, tally));
};

process.on('message', async (order: RenderOrder) => {
  try {
    process.send?.({ results: await measure(order) });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.stack : String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
