import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { listPageTypes, waitUntilAwake } from './public-support.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const SIZES = [
  { width: 390, height: 800 },
  { width: 1440, height: 900 },
];

interface AxeResult {
  violations: { id: string; nodes: { html: string }[] }[];
}

let site: BrowserSite;
let paths: string[];

beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
  paths = [...(await listPageTypes(site.url)), '/no/such/page', '/zzz', '/compare/zzz-vs-yyy'];
});
afterAll(() => site.close());

/** A theme changes colors only, so the second one is checked for contrast alone. */
const runAxe = async (page: Page, colorScheme: 'light' | 'dark'): Promise<AxeResult> => {
  await page.emulateMedia({ colorScheme });
  return page.evaluate(
    async (runOnly) => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      const { axe } = window as unknown as {
        axe: { run(root: Document, options: object): Promise<AxeResult> };
      };
      return axe.run(document, { runOnly, resultTypes: ['violations'] });
    },
    colorScheme === 'light' ? RULES : ['color-contrast'],
  );
};

describe.each(SIZES)('at $width px', (viewport) => {
  it('axe finds nothing on any kind of page, in either theme', async () => {
    const page = await site.newPage({ viewport, bypassCSP: true });
    const found: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      await waitUntilAwake(page);
      await page.evaluate(AXE);
      for (const colorScheme of ['light', 'dark'] as const) {
        const { violations } = await runAxe(page, colorScheme);
        for (const { id, nodes } of violations)
          found.push(
            `${path} ${colorScheme} ${id} ${nodes.length}: ${nodes[0]?.html.slice(0, 160)}`,
          );
      }
    }
    await page.context().close();
    expect(found).toEqual([]);
  }, 180_000);

  it('nothing moves while a page loads: layout shift is 0', async () => {
    const page = await site.newPage({ viewport });
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, sources } = entry as unknown as {
            value: number;
            sources: { node: Element | null }[];
          };
          const names = sources.map(({ node }) => `${node?.nodeName}.${node?.className}`);
          shifts.push(`${value.toFixed(4)} ${names.join(' | ').slice(0, 200)}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const moved: string[] = [];
    for (const path of paths.filter((one) => !one.includes('zzz'))) {
      await page.goto(path);
      await waitUntilAwake(page);
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(150);
      const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
      moved.push(...shifts.map((shift) => `${path} ${shift}`));
    }
    await page.context().close();
    expect(moved).toEqual([]);
  }, 120_000);
});
