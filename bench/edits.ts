import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ask, createAsk, editVendor, listVendors, percentile } from './client.ts';
import type { Product } from './product.ts';

export interface Visits {
  requests: number;
  p50: number;
  p99: number;
  /** How many pages were rendered while the visitor waited. */
  waited: number;
  refused: number;
}

export interface EditsRun {
  calm: Visits;
  /** With one edit a second. */
  edited: Visits;
  savesP99: number;
  savesFailed: number;
  /** Beside an import of 2,000 vendors. */
  imported: Visits;
  importMs: number;
}

export interface NeighborsRun {
  pages: number;
  visits: Visits;
}

const EDIT_MS = 1000;
const IMPORTED_ROWS = 2000;

/** Searches are all different, also from one run to the next, so that no cache has them. */
let searches = 0;

/** Of a hundred visitors six search and ten read the API; all others ask for pages. */
const pick = (i: number, pages: readonly string[], reads: readonly string[]): string => {
  if (i % 16 === 7) {
    searches += 1;
    return `${i % 3 === 0 ? '/search' : '/api/search'}?q=reporting%20${searches}`;
  }
  const from = i % 10 === 3 ? reads : pages;
  return from[Math.floor(i / 3) % from.length] ?? '/';
};

interface Mix {
  pages: readonly string[];
  reads: readonly string[];
}

/** Visitors come at their rate whether or not the last one was served. */
const visit = async (ask: Ask, mix: Mix, { perSecond, ms }: { perSecond: number; ms: number }) => {
  const visits: Promise<{ ms: number; isSearch: boolean; cache: string; status: number }>[] = [];
  const start = performance.now();
  for (let i = 0; performance.now() < start + ms; i += 1) {
    const path = pick(i, mix.pages, mix.reads);
    visits.push(ask(path).then((reply) => ({ ...reply, isSearch: path.includes('?q=') })));
    await sleep(Math.max(0, start + ((i + 1) * 1000) / perSecond - performance.now()));
  }
  const done = await Promise.all(visits);
  const times = done.map((one) => one.ms);
  return {
    requests: times.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    waited: done.filter(({ cache, isSearch }) => cache === 'miss' && !isSearch).length,
    refused: done.filter(({ status }) => status !== 200).length,
  };
};

/** The addresses in a sitemap, with those of the sitemaps that it names. */
const readSitemap = async (ask: Ask, path: string): Promise<string[]> => {
  const { body } = await ask(path, { headers: { 'accept-encoding': 'identity' } });
  const found = [...body.toString().matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)];
  const paths = found.map(([, named = '']) => named || '/');
  const nested = paths.filter((named) => named.endsWith('.xml'));
  const more = await Promise.all(nested.map((named) => readSitemap(ask, named)));
  return [...paths.filter((named) => !named.endsWith('.xml')), ...more.flat()];
};

const prepare = async (product: Product, cookie: string, most: number) => {
  const ask = createAsk(product.port);
  const vendors = await listVendors(ask);
  const reads = [
    '/api/vendors?view=card&limit=24',
    '/api/faq?view=card&limit=20',
    ...vendors.slice(0, 10).map(({ slug }) => `/api/vendors/${slug}`),
  ];
  const pages = await readSitemap(ask, '/sitemap.xml');
  const mix: Mix = { pages: pages.slice(0, most), reads };
  for (const path of [...mix.pages, ...mix.reads]) await ask(path);
  return { ask, mix, vendors, editor: createAsk(product.port, { cookie }) };
};

/** Edits one vendor a second until it is stopped. */
const keepEditing = (edit: (count: number) => ReturnType<Ask>) => {
  const saves: ReturnType<Ask>[] = [];
  const timer = setInterval(() => saves.push(edit(saves.length + 1)), EDIT_MS);
  return () => {
    clearInterval(timer);
    return Promise.all(saves);
  };
};

const makeCsv = () =>
  [
    'slug,name,description,website',
    ...Array.from(
      { length: IMPORTED_ROWS },
      (_, i) => `csv-vendor-${i},CSV Vendor ${i},Keeps books.,https://vendor-${i}.example/`,
    ),
  ].join('\n');

/** How long 200 visitors a second wait while nobody writes, beside one edit a second, and beside an import. */
export const measureEdits = async (
  product: Product,
  cookie: string,
  ms: number,
): Promise<EditsRun> => {
  const { ask, mix, vendors, editor } = await prepare(product, cookie, 50);
  const load = { perSecond: 200, ms };
  await visit(ask, mix, { ...load, ms: ms / 4 });
  const calm = await visit(ask, mix, load);
  const stop = keepEditing((count) => editVendor(editor, vendors, count));
  const edited = await visit(ask, mix, load);
  const saves = await stop();
  const importing = editor('/api/vendors/import', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: makeCsv(),
  });
  const imported = await visit(ask, mix, load);
  const { ms: importMs, status, body } = await importing;
  if (status !== 200) throw new Error(`The import: ${status} ${body.toString().slice(0, 200)}`);
  return {
    calm,
    edited,
    savesP99: percentile(
      saves.map((save) => save.ms),
      0.99,
    ),
    savesFailed: saves.filter((save) => save.status !== 200).length,
    imported,
    importMs,
  };
};

const NEIGHBORS = 4;
/** They work for 2.5 of every 6 seconds. */
const BUSY = `const begin = Date.now();
setInterval(() => { const since = Date.now(); if ((since - begin) % 6000 < 2500) while (Date.now() - since < 100); }, 1);`;

/** One edit a second and 100 visitors a second, with other programs on all processors now and then. */
export const measureNeighbors = async (
  product: Product,
  cookie: string,
  { most, ms }: { most: number; ms: number },
): Promise<NeighborsRun> => {
  const { ask, mix, vendors, editor } = await prepare(product, cookie, most);
  const neighbors: ChildProcess[] = Array.from({ length: NEIGHBORS }, () =>
    spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore', timeout: ms + 60_000 }),
  );
  const stop = keepEditing((count) => editVendor(editor, vendors, count));
  const visits = await visit(ask, mix, { perSecond: 100, ms });
  await stop();
  for (const neighbor of neighbors) neighbor.kill();
  return { pages: mix.pages.length, visits };
};
