import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { createContent } from '#content/content.server.ts';
import { registry } from '#content/index.ts';
import { mountModules } from '#modules/mount.server.ts';
import { createApp } from '#platform/app.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { readSettings } from '#platform/env.server.ts';
import type { Renderer } from '#platform/server/renderer.ts';
import { isJson } from '../pages.ts';
import { MINIMAL } from './render-names.ts';

/** Makes pages one after the other without any cache: database, API, React and all. */
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
  perSecond: number;
  p50: number;
  p99: number;
}

type Render = () => Promise<unknown>;

const load = async (file: string): Promise<Renderer> =>
  ((await import(pathToFileURL(file).href)) as { default: Renderer }).default;

/** One render until the time is over, and how long each took. */
const loop = async (render: Render, ms: number): Promise<number[]> => {
  const times: number[] = [];
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const since = performance.now();
    await render();
    times.push(performance.now() - since);
  }
  return times;
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
  const context = {
    api: { request: async (path: string, init?: RequestInit) => api.request(path, init) },
    user: null,
    settings: { siteName: settings.SITE_NAME, siteUrl: settings.SITE_URL },
    nonce: 'bench',
    requestId: 'bench-0001',
  };
  const read = async (response: Promise<Response> | Response) => {
    const { status } = await response;
    const text = await (await response).text();
    if (status !== 200 || text === '') throw new Error(`${status} while rendering`);
  };
  const renders = new Map<string, Render>();
  renders.set(MINIMAL, () => read(minimal.fetch(new Request(`${order.siteUrl}/`), { context })));
  for (const path of order.paths) {
    const url = order.siteUrl + path;
    renders.set(path, () =>
      isJson(path)
        ? read(api.request(path))
        : read(site.fetch(new Request(url, { headers: { accept: 'text/html' } }), { context })),
    );
  }
  const close = async () => {
    content.close();
    await connection.close();
  };
  return { renders, close };
};

const measure = async (order: RenderOrder): Promise<RenderResult[]> => {
  const { renders, close } = await rendersOf(order);
  const times = new Map<string, number[]>();
  for (const render of renders.values()) await loop(render, order.ms / 2);
  // In turns, so that whatever else the machine does falls on all of them alike.
  for (let round = 0; round < order.rounds; round += 1) {
    for (const [name, render] of renders) {
      times.set(name, [...(times.get(name) ?? []), ...(await loop(render, order.ms))]);
    }
  }
  await close();
  return [...times].map(([path, all]) => {
    const sorted = all.toSorted((a, b) => a - b);
    const total = sorted.reduce((sum, time) => sum + time, 0);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    return { path, perSecond: (1000 * sorted.length) / total, p50: at(0.5), p99: at(0.99) };
  });
};

process.on('message', async (order: RenderOrder) => {
  try {
    process.send?.({ results: await measure(order) });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.stack : String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
