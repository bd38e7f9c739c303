import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './product.ts';

interface Scores {
  path: string;
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** Audits that cost points. */
  lost: string[];
}

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null }>;
  environment: { benchmarkIndex: number };
}

export interface LighthouseRun {
  /** How many times slower than this machine the phone is taken to be. */
  slowdown: number;
  pages: Scores[];
}

const run = promisify(execFile);
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const LIGHTHOUSE_PATHS = [
  '/',
  '/vendors',
  '/vendors/addepar',
  '/compare/addepar-vs-masttro',
  '/faq/can-we-negotiate-software-prices',
  '/news',
];

const scoresOf = (path: string, { categories, audits }: Report): Scores => {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const lost = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} ${audits[id]?.score}`),
  );
  return {
    path,
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lost,
  };
};

const TRIES = 3;

/** Chromium on a busy machine sometimes loses its trace: such a run says nothing and is made again. */
const auditPage = async (
  url: string,
  { chromium, slowdown }: { chromium: string; slowdown: number },
  tries = TRIES,
): Promise<Report> => {
  try {
    const { stdout } = await run(
      process.execPath,
      [
        join(ROOT, 'node_modules/lighthouse/cli/index.js'),
        url,
        '--output=json',
        '--quiet',
        `--throttling.cpuSlowdownMultiplier=${slowdown}`,
        '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage',
      ],
      {
        env: { ...process.env, CHROME_PATH: chromium },
        maxBuffer: 64 * 1_048_576,
        timeout: 180_000,
      },
    );
    return JSON.parse(stdout) as Report;
  } catch (error) {
    if (tries > 1) return auditPage(url, { chromium, slowdown }, tries - 1);
    throw new Error(`Lighthouse failed ${TRIES} times at ${url}`, { cause: error });
  }
};

const RUNS = 3;

const median = (scores: Scores[]): Scores | undefined =>
  scores.sort((a, b) => a.performance - b.performance)[Math.floor(scores.length / 2)];

/** Lighthouse's slowdown for a phone, and the least index of the machines it is meant for (its docs/throttling.md). */
const USUAL_SLOWDOWN = 4;
const USUAL_INDEX = 1500;

/** The same phone on every machine: on one that is slower itself, less is added, as Lighthouse asks for. */
const calibrate = async (url: string, chromium: string): Promise<number> => {
  const { environment } = await auditPage(url, { chromium, slowdown: USUAL_SLOWDOWN });
  const share = Math.min(1, environment.benchmarkIndex / USUAL_INDEX);
  return Math.round(USUAL_SLOWDOWN * share * 10) / 10;
};

/** A phone on a slow network; of three runs of a page, the middle one. */
export const measureLighthouse = async (url: string): Promise<LighthouseRun> => {
  const chromium = process.env.CHROMIUM_PATH ?? CHROMIUM.find((path) => existsSync(path));
  if (!chromium) throw new Error('Chromium is needed: set CHROMIUM_PATH');
  const slowdown = await calibrate(url, chromium);
  const pages: Scores[] = [];
  for (const path of LIGHTHOUSE_PATHS) {
    const scores: Scores[] = [];
    for (let n = 0; n < RUNS; n += 1) {
      scores.push(scoresOf(path, await auditPage(url + path, { chromium, slowdown })));
    }
    const middle = median(scores);
    if (middle) pages.push(middle);
  }
  return { slowdown, pages };
};
