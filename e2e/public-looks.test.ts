import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { listPageTypes, waitUntilAwake } from './public-support.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const PHONE = { width: 390, height: 800 };
const DESK = { width: 1440, height: 900 };

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

let site: BrowserSite;
let paths: string[];

beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
  paths = [...(await listPageTypes(site.url)), '/no/such/page', '/zzz', '/compare/zzz-vs-yyy'];
});
afterAll(() => site.close());

const runAxe = (page: Page, rules: readonly string[]) =>
  page.evaluate(async (runOnly): Promise<AxeResult> => {
    const { axe } = window as unknown as {
      axe: { run(root: Document, options: object): Promise<AxeResult> };
    };
    return axe.run(document, { runOnly, resultTypes: ['violations'] });
  }, rules);

describe('axe finds nothing on any kind of page', () => {
  /** A theme changes colors only, so the second one is checked for contrast alone. */
  it.each([
    { name: 'a phone by day', viewport: PHONE, colorScheme: 'light', rules: RULES },
    { name: 'a desk by day', viewport: DESK, colorScheme: 'light', rules: RULES },
    { name: 'a phone by night', viewport: PHONE, colorScheme: 'dark', rules: ['color-contrast'] },
    { name: 'a desk by night', viewport: DESK, colorScheme: 'dark', rules: ['color-contrast'] },
  ] as const)(
    '$name',
    async ({ viewport, colorScheme, rules }) => {
      const page = await site.newPage({ viewport, colorScheme, bypassCSP: true });
      const found: string[] = [];
      for (const path of paths) {
        await page.goto(path);
        await waitUntilAwake(page);
        await page.evaluate(AXE);
        const { violations } = await runAxe(page, rules);
        for (const { id, nodes } of violations)
          found.push(
            `${path} ${id} ${nodes.length}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
          );
      }
      await page.context().close();
      expect(found).toEqual([]);
    },
    120_000,
  );
});

/** Runs in the page before anything else does. */
const watchShifts = () => {
  const shifts: string[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as unknown as {
        value: number;
        sources: { node: Element | null }[];
      };
      const names = sources.map(({ node }) => `${node?.nodeName}.${node?.className}`);
      shifts.push(`${value.toFixed(4)} ${names.join(' | ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

const MAIN_PAGES = [
  '/',
  '/vendors',
  '/vendors/addepar',
  '/features',
  '/use-cases/portfolio-management',
  '/compare/addepar-vs-masttro',
  '/news',
  '/faq',
  '/accounting-software',
  '/about',
];

describe('nothing moves while a page loads, with nothing in the cache', () => {
  it.each([PHONE, DESK])(
    'CLS is 0 at $width px',
    async (viewport) => {
      const moved: string[] = [];
      for (const path of MAIN_PAGES) {
        const page = await site.newPage({ viewport });
        await page.addInitScript(watchShifts);
        await page.goto(path);
        await waitUntilAwake(page);
        await page.evaluate(() => document.fonts.ready);
        await page.waitForTimeout(100);
        const shifts = await page.evaluate(
          () => (window as unknown as { shifts: string[] }).shifts,
        );
        moved.push(...shifts.map((shift) => `${path} ${shift}`));
        await page.context().close();
      }
      expect(moved).toEqual([]);
    },
    120_000,
  );
});

describe('a page at the edges', () => {
  it('no kind of page is wider than a phone', async () => {
    const page = await site.newPage({ viewport: PHONE, isMobile: true, hasTouch: true });
    const wide: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > PHONE.width) wide.push(`${path} ${width}`);
    }
    await page.context().close();
    expect(wide).toEqual([]);
  }, 120_000);

  it("a campaign's parameters, in any order, leave the server's page as it is", async () => {
    const page = await site.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(`${page.url()} ${message}`));
    const lists = ['/vendors', '/features', '/faq', '/glossary', '/types', '/news', '/compare'];
    const narrowed = '/vendors?market=Private+Banks&utm_source=x&category=Reporting';
    for (const path of [...lists.map((list) => `${list}?utm_source=x`), narrowed]) {
      await page.goto(path);
      await waitUntilAwake(page);
    }
    await page.context().close();
    expect(errors).toEqual([]);
  }, 60_000);
});
