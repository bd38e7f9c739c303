import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '#platform/db/embedded-postgres.server.ts';
import { createAsk, signIn } from './client.ts';
import { measureEdits, measureNeighbors } from './edits.ts';
import { type Amounts, generate, LARGE, MOST_SEARCHED } from './generate.ts';
import { measureFirstLoad } from './javascript.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureMemory } from './memory.ts';
import { isJson, MORE_PAGES, PAGES } from './pages.ts';
import { type Product, ROOT, startProduct } from './product.ts';
import { measureRenders } from './renders.ts';
import { reportOf, type SizeRun } from './report.ts';
import { measureSearch } from './search.ts';
import { measureThroughput } from './throughput.ts';

const HELP = `npm run bench -- [options]

Measures the built site on this machine, over loopback, at starter size and at ten times the market (500 vendors,
5,000 articles, 1,000 terms, 40,000 cells of evidence), and searches with 5,000 documents. Prints tables and writes
bench/results/*.json.

  --only=PART    cached, uncached, edits, neighbors, search, memory or bytes
  --quick        shorter rounds, starter size only
  --lighthouse   only Lighthouse over six pages (needs Chromium; CHROMIUM_PATH names it)
  --help         this text`;

const PARTS = ['cached', 'uncached', 'edits', 'neighbors', 'search', 'memory', 'bytes'] as const;
type Part = (typeof PARTS)[number];

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    lighthouse: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const isQuick = values.quick;
const isWanted = (part: Part) => !values.only || values.only === part;

const say = (text: string) => process.stderr.write(`${text}\n`);

const measureBytes = ({ port }: Product) => {
  const ask = createAsk(port, { 'accept-encoding': 'identity' });
  const read = async (path: string) => (await ask(path)).body.toString();
  const paths = [...PAGES.map(({ path }) => path).filter((path) => !isJson(path)), ...MORE_PAGES];
  return measureFirstLoad(paths, { page: read, script: read });
};

/** The part, if it is wanted. */
const measurePart = async <T>(part: Part, work: () => Promise<T>): Promise<T | undefined> => {
  if (!isWanted(part)) return undefined;
  say(`  ${part} …`);
  return work();
};

const measureProduct = async (product: Product, databaseUrl: string): Promise<SizeRun> => {
  const cookie = await signIn(databaseUrl, product.url);
  const rounds = { ms: isQuick ? 500 : 800, rounds: isQuick ? 3 : 5, warmUpMs: 4000 };
  const pages = PAGES.filter(({ path }) => !isJson(path));
  const burstMs = isQuick ? 5000 : 30_000;
  return {
    startMs: product.startMs,
    cached: await measurePart('cached', () => measureThroughput(product, PAGES, rounds)),
    renders: await measurePart('uncached', () =>
      measureRenders(product, { pages, cookie, rounds: isQuick ? 15 : 60 }),
    ),
    scripts: await measurePart('bytes', () => measureBytes(product)),
    searches: await measurePart('search', () => measureSearch(product, isQuick ? 40 : 200)),
    neighbors: await measurePart('neighbors', async () => [
      await measureNeighbors(product, cookie, { most: 50, ms: burstMs }),
      await measureNeighbors(product, cookie, { most: 400, ms: burstMs }),
    ]),
    memory: await measurePart('memory', () => measureMemory(product, cookie, burstMs)),
    // The import adds vendors, so it comes last.
    edits: await measurePart('edits', () => measureEdits(product, cookie, isQuick ? 5000 : 20_000)),
  };
};

/** Starts the product on new content of this amount, measures, and removes it all. */
const withContent = async <T>(
  more: Amounts | null,
  work: (product: Product, databaseUrl: string, firstStartMs: number) => Promise<T>,
): Promise<T> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fos-bench-'));
  const first = await startProduct(dataDir);
  await first.stop();
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  try {
    if (more) await generate(embedded.url, more);
    const product = await startProduct(dataDir, embedded.url);
    try {
      return await work(product, embedded.url, first.startMs);
    } finally {
      await product.stop();
    }
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const measureSize = (more: Amounts | null) =>
  withContent(more, async (product, databaseUrl, firstStartMs) => {
    const run = await measureProduct(product, databaseUrl);
    return more ? run : { ...run, firstStartMs };
  });

const report = (title: string, run: SizeRun, searchMust: number) => {
  console.log(reportOf(title, run, searchMust));
  const results = join(ROOT, 'bench/results');
  mkdirSync(results, { recursive: true });
  const day = new Date().toISOString().slice(0, 16).replaceAll(':', '-');
  const file = join(results, `${day}-${title.toLowerCase().replaceAll(/\W+/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
  say(`Written to ${file}`);
};

const measure = async () => {
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}`;
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const time = new Date().toISOString().slice(0, 16).replace('T', ' ');
  console.log(`Measured ${time} on ${machine}; load of the machine before the run: ${load}\n`);
  say('Starter content:');
  report('Starter content', await measureSize(null), 5);
  if (isQuick) return;
  say('Ten times the market:');
  report('Ten times the market', await measureSize(LARGE), 25);
  if (!isWanted('search')) return;
  say('5,000 documents:');
  const searched = await withContent(MOST_SEARCHED, async (product) => ({
    startMs: product.startMs,
    searches: await measureSearch(product, 200),
  }));
  report('Searches of 5,000 documents', searched, 25);
};

if (values.help) {
  console.log(HELP);
} else if (values.only && !PARTS.some((part) => part === values.only)) {
  console.error(`${values.only} is none of ${PARTS.join(', ')}.`);
  process.exitCode = 1;
} else if (!existsSync(join(ROOT, 'dist/server/page-server.js'))) {
  console.error('The site is not built: run npm run build first.');
  process.exitCode = 1;
} else if (values.lighthouse) {
  console.table(await withContent(null, ({ url }) => measureLighthouse(url)));
} else {
  await measure();
}
