import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type EditorPage, openPanel } from './admin-helpers.ts';

let site: BrowserSite;
let axe: string;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
});
afterAll(() => site.close());

const violations = async (page: EditorPage): Promise<string[]> => {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: engine } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const result = await engine.run();
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
};

const SCREENS = [
  '/admin/faq',
  '/admin/faq/1',
  '/admin/vendors/1',
  '/admin/comparisons/1',
  '/admin/pages',
  '/admin/landing-pages/new',
  '/admin/content-hub-configs/new',
  '/admin/trash',
];

it.each(['light', 'dark'] as const)('axe finds nothing in the panel, %s', async (colorScheme) => {
  const page = await openPanel(site, '/admin', { colorScheme });
  for (const path of SCREENS) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect([path, ...(await violations(page))]).toEqual([path]);
  }
  await page.context().clearCookies();
  await page.goto('/auth');
  await page.getByLabel('Email').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});

it('works at 390 px: nothing is wider than the screen', async () => {
  const page = await openPanel(site, '/admin', { viewport: { width: 390, height: 844 } });
  for (const path of SCREENS) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([path, width]).toEqual([path, 390]);
  }
  await page.context().close();
});
