import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { borrowEmbedded, startEmbedded } from '#platform/db/embedded-postgres.server.ts';
import { measureActivity } from './activity.ts';
import { startChild, stopChildren, tell } from './children.ts';
import { measureCsv } from './csv.ts';
import { measureData } from './data.ts';
import { measureEdits } from './edits.ts';
import { type Amounts, generate, LARGE, MOST_SEARCHED } from './generate.ts';
import { editGoals } from './goals.ts';
import { HELP } from './help.ts';
import { measureFirstLoad } from './javascript.ts';
import { type LighthouseRun, measureLighthouse } from './lighthouse.ts';
import { measureMemory } from './memory.ts';
import { measureNeeds } from './needs.ts';
import { isJson, MORE_PAGES, PAGES } from './pages.ts';
import { measurePanel } from './panel.ts';
import type { RenderOrder, RenderResult } from './processes/render.process.ts';
import { type Product, ROOT, startProduct } from './product.ts';
import {
  csvReport,
  dataReport,
  editsReport,
  goalsReport,
  lighthouseReport,
  memoryReport,
  needsReport,
  rendersReport,
  reportOf,
  searchReport,
} from './report.ts';
import type { Run, SizeRun } from './run.ts';
import { measureSearch } from './search.ts';
import { fetchRaw, measureThroughput } from './throughput.ts';
import { isTypingFlat, measureTyping, typingReport } from './typing.ts';
import { watchSteal } from './usage.ts';

interface Place {
  dataDir: string;
  databaseUrl: string;
  isQuick: boolean;
}

/** Within them no response is asked for twice, so that none comes from the cache. */
const NEEDS_ROUNDS = 60;

const RESULTS = join(ROOT, 'bench/results');
const LIGHTHOUSE = join(RESULTS, 'lighthouse.json');

const say = (text: string) => process.stderr.write(`${text}\n`);

const measureRenders = async (place: Place, product: Product): Promise<RenderResult[]> => {
  const order: RenderOrder = {
    databaseUrl: place.databaseUrl,
    siteUrl: product.url,
    site: join(ROOT, 'dist/server/page-server.js'),
    paths: PAGES.map(({ path }) => path),
    ms: place.isQuick ? 200 : 250,
    rounds: place.isQuick ? 4 : 12,
  };
  const child = startChild('render');
  const reply = await tell<{ results?: RenderResult[]; error?: string }>(child, order);
  child.disconnect();
  if (!reply.results) throw new Error(reply.error);
  return reply.results;
};

const measureSize = async (place: Place): Promise<SizeRun> => {
  const product = await startProduct(place.dataDir, place.databaseUrl);
  try {
    const pages = PAGES.filter(({ path }) => !isJson(path));
    const all = [...pages.map(({ path }) => path), ...MORE_PAGES];
    const html: SizeRun['html'] = [];
    for (const path of all) {
      html.push({ path, gzip: (await fetchRaw(product.port, path, 'gzip')).body.length });
    }
    const read = async (path: string) =>
      (await fetchRaw(product.port, path, 'identity')).body.toString();
    const scripts = await measureFirstLoad(all, { page: read, script: read });
    say('  cached responses …');
    const cached = await measureThroughput(product, PAGES, {
      connections: 32,
      ms: place.isQuick ? 500 : 800,
      rounds: place.isQuick ? 3 : 5,
      warmUpMs: place.isQuick ? 2000 : 6000,
    });
    say('  visitors while an editor writes …');
    const edits = await measureEdits(product, place.databaseUrl, place.isQuick ? 5000 : 20_000);
    say('  searches …');
    const searches = await measureSearch(product, place.isQuick ? 40 : 200);
    say('  the order by needs …');
    const needs = await measureNeeds(product, place.isQuick ? 20 : NEEDS_ROUNDS);
    say('  memory after a burst …');
    const memory = await measureMemory(product, place.databaseUrl, place.isQuick ? 5000 : 30_000);
    say('  uncached renders …');
    const renders = await measureRenders(place, product);
    return {
      startMs: product.startMs,
      cached,
      renders,
      scripts,
      html,
      edits,
      searches,
      needs,
      memory,
    };
  } finally {
    await product.stop();
  }
};

/** Uncached renders alone, at both sizes. */
const runRenders = async (): Promise<[starter: RenderResult[], large: RenderResult[]]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fos-bench-'));
  const product = await startProduct(dataDir);
  const embedded = await borrowEmbedded({ dataDir, log: () => undefined });
  const place: Place = { dataDir, databaseUrl: embedded.url, isQuick: false };
  try {
    say('Starter content …');
    const starter = await measureRenders(place, product);
    say('Making the large content …');
    await generate(embedded.url, LARGE);
    say('Large content …');
    return [starter, await measureRenders(place, product)];
  } finally {
    await product.stop();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** Something measured on one product alone, with the starter content and more. */
const runAlone = async <T>(
  more: Amounts | null,
  work: (product: Product, databaseUrl: string) => Promise<T>,
): Promise<T> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fos-bench-'));
  const first = await startProduct(dataDir);
  await first.stop();
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  try {
    if (more) say('Making more content …');
    if (more) await generate(embedded.url, more);
    const product = await startProduct(dataDir, embedded.url);
    const result = await work(product, embedded.url);
    await product.stop();
    return result;
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const runLighthouse = async (): Promise<LighthouseRun> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fos-bench-'));
  const product = await startProduct(dataDir);
  try {
    return await measureLighthouse(product.url);
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const measure = async (isQuick: boolean): Promise<Run> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fos-bench-'));
  const load = loadavg()[0] ?? 0;
  say('First start …');
  const first = await startProduct(dataDir);
  await first.stop();
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const place: Place = { dataDir, databaseUrl: embedded.url, isQuick };
  try {
    say('Starter content:');
    const starter = await measureSize(place);
    if (!isQuick) say('Making the large content …');
    if (!isQuick) await generate(embedded.url, LARGE);
    const large = isQuick ? null : await measureSize(place);
    return {
      date: new Date().toISOString().slice(0, 16).replace('T', ' '),
      machine: `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}`,
      note: `load of the machine before the run: ${load.toFixed(1)}${isQuick ? '; quick' : ''}`,
      firstStartMs: first.startMs,
      starter,
      large,
      lighthouse: existsSync(LIGHTHOUSE)
        ? (JSON.parse(readFileSync(LIGHTHOUSE, 'utf8')) as LighthouseRun)
        : null,
    };
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const save = (file: string, data: unknown) => {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(file, `${JSON.stringify(data, null, 2)}\n`);
  say(`Written to ${file}`);
};

const flag = { type: 'boolean', default: false } as const;

/** Measurements that run alone, by their options: each returns its text. */
const ALONE = {
  activity: async () =>
    (await measureActivity()).map(([name, ms]) => `${name}: p95 ${ms.toFixed(1)} ms`).join('\n'),
  lighthouse: async () => {
    const run = await runLighthouse();
    save(LIGHTHOUSE, run);
    return lighthouseReport(run);
  },
  uncached: async () => rendersReport(...(await runRenders())),
  edits: async () => {
    const load = loadavg()[0] ?? 0;
    const sayStolen = watchSteal();
    const edits = await runAlone(null, (product, url) => measureEdits(product, url, 20_000));
    const before = `Load of the machine before the run: ${load.toFixed(1)}${sayStolen()}`;
    return `${before}\n\n${editsReport(edits)}\n\n${goalsReport(editGoals([edits]))}`;
  },
  memory: async (isLarge: boolean) => {
    const run = await runAlone(isLarge ? LARGE : null, (product, url) =>
      measureMemory(product, url, 30_000),
    );
    return memoryReport(run, isLarge);
  },
  data: async () => dataReport(await runAlone(LARGE, measureData)),
  csv: async () => csvReport(await runAlone(null, measureCsv)),
  panel: (isLarge: boolean) => runAlone(isLarge ? LARGE : null, measurePanel(isLarge)),
  needs: async () =>
    needsReport(await runAlone(LARGE, (product) => measureNeeds(product, NEEDS_ROUNDS))),
  typing: async () => {
    const runs = await runAlone(null, measureTyping);
    if (!isTypingFlat(runs)) process.exitCode = 1;
    return typingReport(runs);
  },
  search: async () => {
    const at = async (more: Amounts | null) =>
      searchReport(await runAlone(more, (product) => measureSearch(product, 200)));
    const small = await at(null);
    return `At starter size (goal: p95 5 ms)\n\n${small}\n\nWith 5,000 documents (25 ms)\n\n${await at(MOST_SEARCHED)}`;
  },
} satisfies Record<string, (isLarge: boolean) => Promise<string>>;

const { values } = parseArgs({
  options: {
    quick: flag,
    large: flag,
    help: flag,
    activity: flag,
    lighthouse: flag,
    uncached: flag,
    edits: flag,
    memory: flag,
    data: flag,
    csv: flag,
    needs: flag,
    panel: flag,
    search: flag,
    typing: flag,
  } satisfies Record<keyof typeof ALONE | 'quick' | 'large' | 'help', typeof flag>,
});

const isAlone = (name: string): name is keyof typeof ALONE => name in ALONE;

const runWanted = async () => {
  const wanted = Object.keys(ALONE)
    .filter(isAlone)
    .find((name) => values[name]);
  if (wanted) {
    console.log(await ALONE[wanted](values.large));
    return;
  }
  const run = await measure(values.quick);
  console.log(reportOf(run));
  save(join(RESULTS, `${run.date.replace(/[ :]/g, '-')}.json`), run);
};

if (values.help) {
  console.log(HELP);
} else if (!existsSync(join(ROOT, 'dist/server/page-server.js'))) {
  console.error('The site is not built: run npm run build first.');
  process.exitCode = 1;
} else {
  await runWanted().finally(stopChildren);
}
