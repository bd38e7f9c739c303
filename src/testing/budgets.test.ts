import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from './render-page.ts';

const KILOBYTE = 1000;
const LIMIT = 150 * KILOBYTE;
/** What the pages weigh today, and a little room: growth is a decision, not an accident. */
const AIM = 130 * KILOBYTE;

const CLIENT = new URL('../../dist/client/', import.meta.url);
const readAsset = (path: string) => readFileSync(new URL(`.${path}`, CLIENT));

/** One address of every kind of public page. */
const PAGES = [
  '/',
  '/vendors',
  '/vendors/addepar',
  '/features',
  '/features/crm-client-portal',
  '/use-cases',
  '/use-cases/portfolio-management',
  '/buyers-guides',
  '/buyers-guides/',
  '/news',
  '/news/',
  '/compare',
  '/compare/addepar-vs-masttro',
  '/comparisons/',
  '/faq',
  '/faq/',
  '/glossary',
  '/glossary/',
  '/services',
  '/services/',
  '/types',
  '/types/',
  '/accounting-software',
  '/about',
  '/no/such/page',
];

let site: TestSite;
const pages = new Map<string, Awaited<ReturnType<TestSite['get']>>>();
const scripts = new Map<string, string[]>();

/** '/news/' stands for the first article, whatever its name. */
const addressOf = async (path: string) => {
  if (!path.endsWith('/') || path === '/') return path;
  const { body } = await site.call('GET', `/api${path.slice(0, -1)}?limit=1`);
  return `${path}${body[0].slug}`;
};

/** What the browser fetches before the page lives: preloads, the entry, and what they import. */
const scriptsOf = (html: string) => {
  const named = [...html.matchAll(/(?:href|src|import\()\s*=?\s*["'](\/assets\/[^"']+\.js)["']/g)];
  const found = new Set(named.map(([, path = '']) => path));
  for (const path of found) {
    const source = readAsset(path).toString();
    for (const [, file = ''] of source.matchAll(/(?:from|^import|;import)\s*["']\.\/([^"']+\.js)["']/g))
      found.add(`/assets/${file}`);
  }
  return [...found];
};

beforeAll(async () => {
  site = await startSite({ data: 'starter' });
  for (const path of PAGES) {
    const page = await site.get(await addressOf(path));
    pages.set(path, page);
    scripts.set(path, scriptsOf(page.html));
  }
}, 60_000);
afterAll(() => site.close());

describe('what a visitor downloads', () => {
  it.each(PAGES)('%s needs at most 150 kB of JavaScript, gzip', (path) => {
    const files = scripts.get(path) ?? [];
    expect(files.length).toBeGreaterThan(1);
    const bytes = files.reduce((sum, file) => sum + gzipSync(readAsset(file)).length, 0);
    console.info(path, bytes);
    expect(bytes).toBeLessThanOrEqual(LIMIT);
    expect(bytes).toBeLessThanOrEqual(AIM);
  });
});
