import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NODE_FLAGS } from '../../scripts/lib/node-flags.mjs';
import { loadRenderer, startSite, type TestSite } from './render-page.ts';
import { serve } from './serve.ts';

const LIMIT = 160_000;
const HTML_LIMIT = 60_000;

const CLIENT = new URL('../../dist/client/', import.meta.url);
const readAsset = (path: string) => readFileSync(new URL(`.${path}`, CLIENT));

/** One address of every kind of public page; '/news/' stands for the first article. */
const PAGES =
  '/ /vendors /vendors/ /vendors/addepar/alternatives /corrections /data /features /features/ /features/matrix /use-cases /use-cases/ /buyers-guides /buyers-guides/ /news /news/ /compare /needs /needs?f=partnership-accounting&f=multi-currency-accounting&f=look-through-reporting&f=custodian-data-feeds&f=private-fund-tracking /compare/addepar-vs-masttro /compare/addepar-vs-asora-vs-masttro /compare/addepar-vs-altoo-vs-asora-vs-masttro /comparisons/ /shortlist /faq /faq/ /glossary /glossary/ /services /services/ /types /types/ /accounting-software /about /search?q=addepar /no/such/page'.split(
    ' ',
  );

/** Code that no visitor should download, by words that survive a minifier. */
const UNWANTED = {
  zod: /_zod\b|ZodError/,
  'a markdown parser': /micromark|mdast/,
  'the editor': /ProseMirror/,
  'the panel': /Are you sure you want to delete/,
  'a code path of server functions': /x-tsr-serverFn|fromCrossJSON/,
  'Intl, which a phone takes long to load': /\bIntl\./,
  devtools: /devtools-panel|TanStackRouterDevtools|ReactQueryDevtools/,
};

type Page = Awaited<ReturnType<TestSite['get']>>;

let site: TestSite;
const pages = new Map<string, Page>();
const scripts = new Map<string, string[]>();

const addressOf = async (path: string) => {
  if (!path.endsWith('/') || path === '/') return path;
  const { body } = await site.call('GET', `/api${path.slice(0, -1)}?limit=1`);
  return `${path}${body[0].slug}`;
};

const importsOf = (path: string) =>
  [
    ...readAsset(path)
      .toString()
      .matchAll(/(?:from|^import|;import)\s*["']\.\/([^"']+\.js)["']/g),
  ].map(([, file = '']) => `/assets/${file}`);

/** The scripts fetched before the page lives: those it names, the entry, and their imports. */
const scriptsOf = (html: string) => {
  const found = new Set(html.match(/\/assets\/[\w.-]+\.js/g));
  for (const path of found) for (const file of importsOf(path)) found.add(file);
  return [...found];
};

/** The scripts that a lazy chunk fetches beyond its page's own. */
const fetchedLater = (chunk: string, page: string) => {
  const own = readdirSync(new URL('./assets/', CLIENT)).filter(
    (file) => file.startsWith(`${chunk}-`) && file.endsWith('.js'),
  );
  expect(own).toHaveLength(1);
  const found = new Set(own.map((name) => `/assets/${name}`));
  for (const files of scripts.values()) expect(files).not.toContain([...found][0]);
  const loaded = new Set(scripts.get(page));
  for (const path of found) {
    for (const file of importsOf(path)) if (!loaded.has(file)) found.add(file);
  }
  return [...found];
};

const bytesOf = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readAsset(file)).length, 0);

beforeAll(async () => {
  site = await startSite({ data: 'starter' });
  for (const path of PAGES) {
    const page = await site.get(await addressOf(path));
    pages.set(path, page);
    scripts.set(path, scriptsOf(page.html));
  }
});
afterAll(() => site.close());

describe('what the server needs', () => {
  it('loads its database library in less than 60 MB', () => {
    const code = `const before = process.memoryUsage.rss();
      await import('drizzle-orm/node-postgres');
      console.log((process.memoryUsage.rss() - before) / 1e6);`;
    const args = [...NODE_FLAGS, '--input-type=module', '--eval', code];
    const megabytes = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    expect(megabytes).toBeGreaterThan(0);
    expect(megabytes).toBeLessThan(60);
  });
});

describe('what a visitor downloads', () => {
  it.each(PAGES)('%s needs at most 160 kB of JavaScript, gzip', (path) => {
    const files = scripts.get(path) ?? [];
    expect(files.some((file) => file.includes('/framework-'))).toBe(true);
    expect(files.some((file) => file.includes('/index-'))).toBe(true);
    expect(files.length).toBeLessThanOrEqual(36);
    expect(bytesOf(files)).toBeLessThanOrEqual(LIMIT);
  });

  it.each(PAGES)('%s is at most 60 kB of HTML, gzip', (path) => {
    expect(gzipSync(pages.get(path)?.html ?? '').length).toBeLessThanOrEqual(HTML_LIMIT);
  });

  it.each(Object.entries(UNWANTED))('no page carries %s', (_, pattern) => {
    const files = [...new Set([...scripts.values()].flat())];
    expect(files.filter((file) => pattern.test(readAsset(file).toString()))).toEqual([]);
  });

  it('the words that betray zod, the editor and the panel are really in the build', () => {
    const all = readdirSync(new URL('./assets/', CLIENT)).filter((file) => file.endsWith('.js'));
    const has = (pattern: RegExp) =>
      all.some((file) => pattern.test(readAsset(`/assets/${file}`).toString()));
    expect(has(UNWANTED.zod)).toBe(true);
    expect(has(UNWANTED['the editor'])).toBe(true);
    expect(has(UNWANTED['the panel'])).toBe(true);
    expect(has(UNWANTED['Intl, which a phone takes long to load'])).toBe(true);
  });

  it('what the search box fetches when it is used weighs at most 6 kB, gzip', () => {
    expect(bytesOf(fetchedLater('suggestions', '/'))).toBeLessThanOrEqual(6000);
  });

  it('the decision with all its tabs, which comes after its page, weighs at most 34 kB, gzip', () => {
    expect(bytesOf(fetchedLater('decision-tabs', '/shortlist'))).toBeLessThanOrEqual(34_000);
  });

  it('no two files need each other, so that none runs before what it uses is there', () => {
    const reach = (path: string, seen = new Set<string>()): Set<string> => {
      for (const file of importsOf(path)) if (!seen.has(file)) reach(file, seen.add(file));
      return seen;
    };
    const all = readdirSync(new URL('./assets/', CLIENT)).filter((file) => file.endsWith('.js'));
    const paths = all.map((file) => `/assets/${file}`);
    expect(paths.filter((path) => reach(path).has(path))).toEqual([]);
  });

  it('no script shares the line with what paints the page', async () => {
    const renderer = await loadRenderer();
    const node = await serve({
      render: (url, context) => renderer.fetch(new Request(url), { context }),
    });
    for (const path of PAGES) {
      const { text: html } = await node.get(await addressOf(path));
      expect(html, path).not.toContain('rel="modulepreload"');
      expect(html, path).not.toMatch(/<script[^>]+\ssrc=/);
      expect(html, path).toMatch(/<link rel="deferred" href="\/assets\/[^"]+\.js"/);
      expect(html, path).toMatch(/<script[^>]+ data-src="\/assets\/index-[^"]+\.js"/);
    }
    await node.close();
  });

  it('both fonts are fetched ahead, and every image states its size', () => {
    for (const [path, { document }] of pages) {
      expect(document.querySelectorAll('link[rel=preload][as=font]').length, path).toBe(2);
      expect(document.querySelectorAll('img:not([width]), img:not([height])').length, path).toBe(0);
    }
  });
});
