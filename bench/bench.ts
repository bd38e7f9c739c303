import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startOrJoinEmbedded } from '#platform/db/embedded-postgres.server.ts';
import { startChild, stopChildren, tell } from './children.ts';
import { generate, LARGE } from './generate.ts';
import { type FirstLoad, measureFirstLoad } from './javascript.ts';
import { measureLighthouse, type Scores } from './lighthouse.ts';
import { buildMinimal } from './minimal.ts';
import { isJson, MORE_PAGES, PAGES } from './pages.ts';
import type { RenderOrder, RenderResult } from './processes/render.process.ts';
import { type Product, ROOT, startProduct } from './product.ts';
import { lighthouseReport, reportOf } from './report.ts';
import { fetchRaw, measureThroughput, type Throughput } from './throughput.ts';

const HELP = `npm run bench -- [options]

Measures the built site on this machine, over loopback, in one run of a few minutes: cached answers
beside a bare node:http server that sends the same bytes, uncached renders beside the smallest page
of the same framework, JavaScript, start-up and memory, at starter size and again with 10,000
vendors, 100,000 articles and 10,000 glossary terms more. Writes bench/results/*.json and a table.

  --quick        shorter rounds, starter size only
  --lighthouse   only Lighthouse over six pages, kept for the table of the next run
                 (needs Chromium; CHROMIUM_PATH names it)
  --help         this text`;

export interface SizeRun {
  startMs: number;
  cached: Throughput[];
  renders: RenderResult[];
  scripts: FirstLoad[];
  html: { path: string; gzip: number }[];
  rssMb: number;
}

export interface Run {
  date: string;
  machine: string;
  note: string;
  firstStartMs: number;
  starter: SizeRun;
  large: SizeRun | null;
  lighthouse: Scores[] | null;
}

interface Place {
  dataDir: string;
  databaseUrl: string;
  minimal: string;
  isQuick: boolean;
}

const RESULTS = join(ROOT, 'bench/results');
const LIGHTHOUSE = join(RESULTS, 'lighthouse.json');

const say = (text: string) => process.stderr.write(`${text}\n`);

const measureRenders = async (place: Place, product: Product): Promise<RenderResult[]> => {
  const order: RenderOrder = {
    databaseUrl: place.databaseUrl,
    siteUrl: product.url,
    site: join(ROOT, 'dist/server/page-server.js'),
    minimal: place.minimal,
    paths: PAGES.map(({ path }) => path),
    ms: place.isQuick ? 200 : 250,
    rounds: place.isQuick ? 4 : 12,
  };
  const child = startChild('render');
  const answer = await tell<{ results?: RenderResult[]; error?: string }>(child, order);
  child.disconnect();
  if (!answer.results) throw new Error(answer.error);
  return answer.results;
};

const measureSize = async (place: Place): Promise<SizeRun> => {
  const product = await startProduct(place.dataDir);
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
    say('  cached answers …');
    const cached = await measureThroughput(product, PAGES, {
      connections: 32,
      ms: place.isQuick ? 500 : 1000,
      rounds: place.isQuick ? 2 : 4,
    });
    const { rssMb } = product.usage();
    say('  uncached renders …');
    const renders = await measureRenders(place, product);
    return { startMs: product.startMs, cached, renders, scripts, html, rssMb };
  } finally {
    await product.stop();
  }
};

const runLighthouse = async (): Promise<Scores[]> => {
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
  say('Building the smallest page of the framework …');
  const minimal = await buildMinimal(join(RESULTS, 'minimal'));
  say('First start …');
  const first = await startProduct(dataDir);
  const embedded = await startOrJoinEmbedded({ dataDir, log: () => undefined });
  await first.stop();
  const place: Place = { dataDir, databaseUrl: embedded.url, minimal, isQuick };
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
        ? (JSON.parse(readFileSync(LIGHTHOUSE, 'utf8')) as Scores[])
        : null,
    };
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    lighthouse: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const save = (file: string, data: unknown) => {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(file, `${JSON.stringify(data, null, 2)}\n`);
  say(`Written to ${file}`);
};

const runWanted = async () => {
  if (values.lighthouse) {
    const scores = await runLighthouse();
    console.log(lighthouseReport(scores));
    save(LIGHTHOUSE, scores);
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
