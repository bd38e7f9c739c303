import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { listPageTypes, open } from './public-support.ts';

let site: BrowserSite;

beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

/** Runs in the page: texts that are cut off, but for those that are cut on purpose or said to readers alone. */
const findClipped = () =>
  [...document.querySelectorAll('body *')]
    .filter((node) => node instanceof HTMLElement)
    .filter((node) => {
      const { overflowX, overflowY, webkitLineClamp, clipPath, position } = getComputedStyle(node);
      if (webkitLineClamp !== 'none' || clipPath !== 'none' || position === 'absolute')
        return false;
      const isWide = overflowX === 'hidden' && node.scrollWidth > node.clientWidth + 1;
      const isHigh = overflowY === 'hidden' && node.scrollHeight > node.clientHeight + 1;
      // The text comes last: to read it of every element, folded ones too, takes a hundred times as long.
      return (isWide || isHigh) && node.innerText.trim() !== '';
    })
    .map((node) => `${node.tagName}.${node.className}: ${node.innerText.slice(0, 40)}`);

describe('what a reader sets in the browser or the system', () => {
  it('text of twice the size fits on every kind of page and is cut off nowhere (WCAG 1.4.4)', async () => {
    const page = await site.newPage({ viewport: { width: 1280, height: 900 } });
    await page.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%';
      }),
    );
    const problems: string[] = [];
    for (const path of await listPageTypes(site.url)) {
      await page.goto(path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 1280) problems.push(`${path} is ${width} px wide`);
      problems.push(...(await page.evaluate(findClipped)).map((cut) => `${path} cuts ${cut}`));
    }
    await page.context().close();
    expect(problems).toEqual([]);
  });

  it("in the system's own colors, what is chosen and what differs is still told", async () => {
    const page = await site.newPage({ forcedColors: 'active' });
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const fillOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((node) => getComputedStyle(node).backgroundColor);
    await open(page, '/features?category=Alternative+Investments');
    expect(await fillOf('[aria-label=Categories] [aria-current]')).not.toBe(await paper());
    await open(page, '/vendors?market=Private+Banks');
    expect(await fillOf('label:has(input:checked)')).not.toBe(await paper());
    const button = page.getByRole('button', { name: 'Search', exact: true }).last();
    expect(await button.evaluate((node) => getComputedStyle(node).borderStyle)).toBe('solid');
    await open(page, '/compare/addepar-vs-masttro?only=differences');
    expect(await fillOf('.difference-mark')).not.toBe(await paper());
    expect(await fillOf('[role=switch]:checked')).not.toBe(await paper());
    await page.context().close();
  });

  it('a comparison is a table for assistive software on a phone too, with and without script', async () => {
    const viewport = { width: 390, height: 844 };
    const table = '/compare/addepar-vs-masttro';
    const plain = await site.newPage({ viewport, javaScriptEnabled: false });
    await plain.goto(table);
    const session = await plain.context().newCDPSession(plain);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const told = (name: string) => nodes.filter(({ role }) => role?.value === name).length;
    const rows = await plain.locator('th[scope=row]').count();
    // Unconfirmed rows are folded below the table.
    expect(rows).toBeGreaterThan(40);
    expect(told('table')).toBe(1);
    expect(told('columnheader')).toBe(3);
    expect(told('rowheader')).toBeGreaterThanOrEqual(rows);
    expect(told('cell')).toBeGreaterThan(rows);
    expect(await plain.locator(':is(table, thead, tbody, tr, th, td)[role]').count()).toBe(0);
    await plain.context().close();
    const page = await site.newPage({ viewport });
    await open(page, table);
    const parts = page.locator('.compare-table').first();
    await expect.poll(() => parts.getAttribute('role')).toBe('table');
    expect(await parts.locator(':is(thead, tbody, tr, th, td):not([role])').count()).toBe(0);
    const heads = parts.locator('thead th');
    expect(await heads.first().getAttribute('role')).toBe('columnheader');
    expect(await parts.locator('th[scope=row]').first().getAttribute('role')).toBe('rowheader');
    await page.context().close();
  });

  it('on the narrowest screen no level of a comparison breaks in the middle of a word', async () => {
    const page = await site.newPage({ viewport: { width: 320, height: 640 } });
    await open(page, '/compare/addepar-vs-quickbooks-online');
    const levels = page.locator('.compare-table tbody .level-documented');
    await levels.first().scrollIntoViewIfNeeded();
    /** How many lines the first word of each takes; the groups below the fold are not laid out yet. */
    const lines = await levels.evaluateAll((all) =>
      all
        .map((level) => {
          const words = document.createTreeWalker(level, NodeFilter.SHOW_TEXT).nextNode();
          const range = document.createRange();
          if (words) range.selectNodeContents(words);
          return range.getClientRects().length;
        })
        .filter((count) => count > 0),
    );
    expect(lines.length).toBeGreaterThan(5);
    expect(Math.max(...lines)).toBe(1);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBe(320);
    await page.context().close();
  });

  it('nothing moves for a reader who asked for less motion', async () => {
    const page = await site.newPage({ reducedMotion: 'reduce' });
    const moving: string[] = [];
    for (const path of ['/', '/vendors/addepar', '/faq']) {
      await open(page, path);
      moving.push(
        ...(await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll('body *')].flatMap((node) => {
            const { scrollBehavior, animationDuration, transitionDuration } =
              getComputedStyle(node);
            const seconds = `${animationDuration}, ${transitionDuration}`.split(', ');
            const isMoving = seconds.some((time) => Number.parseFloat(time) > 0.001);
            return isMoving || scrollBehavior === 'smooth' ? [node.outerHTML.slice(0, 80)] : [];
          }),
        )),
      );
    }
    await page.context().close();
    expect(moving).toEqual([]);
  });

  it('a link to a part of a comparison leads to it on a phone', async () => {
    const page = await site.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto('/compare/addepar-vs-masttro#change-vendors');
    const part = page.locator('#change-vendors');
    await expect.poll(async () => (await part.boundingBox())?.y).toBeLessThan(400);
    expect((await part.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.context().close();
  });
});
