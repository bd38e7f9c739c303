import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './product.ts';

export interface Scores {
  path: string;
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
}

interface Report {
  categories: Record<string, { score: number | null }>;
}

const run = promisify(execFile);
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const PATHS = [
  '/',
  '/vendors',
  '/vendors/addepar',
  '/compare/addepar-vs-masttro',
  '/faq/can-we-negotiate-software-prices',
  '/news',
];
const RUNS = 3;

const audit = async (url: string, path: string, chromium: string): Promise<Scores> => {
  const cli = join(ROOT, 'node_modules/lighthouse/cli/index.js');
  const { stdout } = await run(
    process.execPath,
    [cli, url + path, '--output=json', '--quiet', '--chrome-flags=--headless=new --no-sandbox'],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 2 ** 26, timeout: 180_000 },
  );
  const { categories } = JSON.parse(stdout) as Report;
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  return {
    path,
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
  };
};

/** Lighthouse's own phone on a slow network; of three runs of a page, the middle one. */
export const measureLighthouse = async (url: string): Promise<Scores[]> => {
  const chromium = process.env.CHROMIUM_PATH ?? CHROMIUM.find((path) => existsSync(path));
  if (!chromium) throw new Error('Chromium is needed: set CHROMIUM_PATH');
  const pages: Scores[] = [];
  for (const path of PATHS) {
    const scores: Scores[] = [];
    for (let n = 0; n < RUNS; n += 1) scores.push(await audit(url, path, chromium));
    const middle = scores.toSorted((a, b) => a.performance - b.performance)[1];
    if (middle) pages.push(middle);
  }
  return pages;
};
