import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { createContent } from '#content/content.server.ts';
import { registry } from '#content/index.ts';
import { mountModules } from '#modules/mount.server.ts';
import { createApp } from '#platform/app.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { createPageCache } from '#platform/server/page-cache.server.ts';
import { createPartReader } from '#platform/server/page-parts.server.ts';
import { describePaths } from '#platform/server/public-reads.server.ts';
import type { PageContext, RenderedPage, Renderer } from '#platform/server/renderer.ts';
import { watchApi } from '#platform/server/watched-api.server.ts';
import { isJson, PROFILE } from '../pages.ts';
import { ANEW, MINIMAL, ROW } from './render-names.ts';

/** Makes pages one after the other: from the database, and anew from parts of the API that are kept. */
export interface RenderOrder {
  databaseUrl: string;
  siteUrl: string;
  /** The built site, and the smallest page of the same framework. */
  site: string;
  minimal: string;
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
}

type Render = () => Promise<unknown>;

interface Tally {
  times: number[];
  ms: number;
  cpuMs: number;
}

const load = async (file: string): Promise<Renderer> =>
  ((await import(pathToFileURL(file).href)) as { default: Renderer }).default;

/** Pages and answers that are whole. A text that is only joined when it is read is joined by this. */
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
  const content = createContent(registry, connection.db);
  const { api } = createApp({
    settings,
    connection,
    content,
    mountModules,
    log: pino({ level: 'silent' }),
    authenticate: async () => null,
  });
  const [site, minimal] = [await load(order.site), await load(order.minimal)];
  const siteInfo = { siteName: settings.SITE_NAME, siteUrl: settings.SITE_URL };
  const cache = createPageCache();
  const readPart = createPartReader(
    {
      api,
      settings: siteInfo,
      security: { siteUrl: settings.SITE_URL },
      common: [],
      hasPurge: false,
      isDatabaseAway: () => false,
      log: pino({ level: 'silent' }),
    },
    { cache, paths: describePaths(api) },
  );
  const caller = { siteUrl: settings.SITE_URL, requestId: 'bench-0001' };
  const kept = watchApi(api, { ...caller, readPart });
  const context = {
    api: { request: async (path: string, init?: RequestInit) => api.request(path, init) },
    user: null,
    settings: siteInfo,
    nonce: 'bench',
    requestId: 'bench-0001',
  };
  const fromParts = { ...context, api: { request: kept.request } };
  const read = async (rendered: Promise<RenderedPage> | RenderedPage) => {
    const page = await rendered;
    const text = await page.text();
    if (page.status !== 200 || !isWhole(text)) throw new Error(`${page.status} while rendering`);
  };
  const renders = new Map<string, Render>();
  renders.set(MINIMAL, () => read(minimal.fetch(new Request(`${order.siteUrl}/`), { context })));
  const { reader } = content.partsOf('vendors');
  const slug = PROFILE.split('/').at(-1) ?? '';
  renders.set(ROW, async () => {
    if (!(await reader.bySlug(null, slug))) throw new Error('The vendor is not there');
  });
  for (const path of order.paths) {
    const url = order.siteUrl + path;
    const page = (given: PageContext) =>
      read(site.fetch(new Request(url, { headers: { accept: 'text/html' } }), { context: given }));
    renders.set(path, () => (isJson(path) ? read(api.request(path)) : page(context)));
    if (!isJson(path)) renders.set(path + ANEW, () => page(fromParts));
  }
  const close = async () => {
    cache.close();
    content.close();
    await connection.close();
  };
  return { renders, close };
};

interface Tallies {
  alone: Tally[];
  together: Tally[];
}

const resultOf = (path: string, alone: readonly Tally[], together: readonly Tally[]) => {
  const times = alone.flatMap((tally) => tally.times).toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  const count = together.reduce((sum, tally) => sum + tally.times.length, 0);
  const ms = together.reduce((sum, tally) => sum + tally.ms, 0);
  const cpuMs = together.reduce((sum, tally) => sum + tally.cpuMs, 0) / count;
  const perSecond = (1000 * count) / ms;
  return { path, perSecond, cpuMs, best: at(0), p50: at(0.5), p99: at(0.99) };
};

const measure = async (order: RenderOrder): Promise<RenderResult[]> => {
  const { renders, close } = await rendersOf(order);
  const tallies = new Map(
    [...renders.keys()].map((name) => [name, { alone: [], together: [] } as Tallies]),
  );
  for (const render of renders.values()) await loop(render, order.ms / 2, 1);
  // In turns, so that whatever else the machine does falls on all of them alike.
  for (let round = 0; round < order.rounds; round += 1) {
    for (const [name, render] of renders) {
      tallies.get(name)?.alone.push(await loop(render, order.ms, 1));
      tallies.get(name)?.together.push(await loop(render, order.ms, LANES));
    }
  }
  await close();
  return [...tallies].map(([path, { alone, together }]) => resultOf(path, alone, together));
};

process.on('message', async (order: RenderOrder) => {
  try {
    process.send?.({ results: await measure(order) });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.stack : String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
