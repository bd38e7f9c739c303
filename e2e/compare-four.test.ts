import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { open, waitUntilHydrated } from './public-support.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

/** The size of each page of a PDF in points, and where its links lead to: Chromium writes both as plain text. */
const readPages = (pdf: string) => {
  const objects = [...pdf.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)];
  const bodies = new Map(objects.map(([, id = '', body = '']) => [id, body]));
  const linkOf = (id = '') => /\/URI \((.*?)\)/.exec(bodies.get(id) ?? '')?.[1] ?? '';
  return [...bodies.values()]
    .filter((body) => /^<<\/Type \/Page\n/.test(body))
    .map((body) => {
      const [, width, height] = /\/MediaBox \[0 0 (\S+) (\S+)\]/.exec(body) ?? [];
      const notes = /\/Annots \[(.*?)\]/.exec(body)?.[1] ?? '';
      return {
        size: [Math.round(Number(width)), Math.round(Number(height))],
        links: [...notes.matchAll(/(\d+) 0 R/g)].map(([, id]) => linkOf(id)),
      };
    });
};

/** Three with much to print, and three whom many compare. */
const THREES = ['addepar-vs-elysys-vs-oracle-netsuite', 'addepar-vs-asora-vs-masttro'];

describe('comparing four', () => {
  const FOUR = '/compare/addepar-vs-altoo-vs-asora-vs-masttro';

  it('COMPARE keeps switches in the address, shows two columns on a phone, and never scrolls sideways', async () => {
    const page = await site.newPage({ viewport: { width: 390, height: 844 } });
    await open(page, FOUR);
    const heads = page.locator('.compare > .compare-table thead th[data-narrow]:visible');
    expect(await heads.allInnerTexts()).toEqual([
      expect.stringContaining('Addepar'),
      expect.stringContaining('Altoo'),
    ]);
    await page.getByLabel('Right column').selectOption('masttro');
    await expect.poll(() => heads.last().innerText()).toContain('Masttro');
    await page.getByLabel('Left column').selectOption('masttro');
    await expect.poll(() => page.getByLabel('Left column').inputValue()).toBe('masttro');
    await expect.poll(() => page.getByLabel('Right column').inputValue()).toBe('addepar');
    await page.getByLabel('Right column').selectOption('masttro');
    await expect.poll(() => page.getByLabel('Left column').inputValue()).toBe('addepar');
    await page.getByLabel('Only differences').check();
    await page.waitForURL(/only=differences/);
    expect(new URL(page.url()).search).toContain('right=masttro');
    await page.reload();
    await expect.poll(() => page.getByLabel('Only differences').isChecked()).toBe(true);
    await expect.poll(() => heads.last().innerText()).toContain('Masttro');
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      const scroll = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([width, scroll]).toEqual([width, width]);
    }
    await page.context().close();
  });

  it('COMPARE keeps its switches when vendors are found, added and removed, and prints them', async () => {
    const SWITCHES = '?only=differences&only=one-side';
    const page = await site.newPage({ viewport: { width: 1280, height: 900 } });
    await open(page, '/compare/addepar-vs-asora-vs-masttro?find=nobody');
    await page.getByLabel('Only differences').check();
    await page.waitForURL(/only=differences/);
    await page.getByRole('switch', { name: 'One side only' }).check();
    await page.waitForURL(/only=one-side/);
    await page.getByLabel('Find a vendor').fill('altoo');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.waitForURL(/find=altoo/);
    await waitUntilHydrated(page);
    await page.getByLabel('One more vendor').selectOption('altoo');
    await page.getByRole('button', { name: 'Add or swap' }).click();
    await page.waitForURL(`${site.url}${FOUR}${SWITCHES}`);
    await page.getByRole('heading', { level: 1, name: /Altoo/ }).waitFor();
    const foot = () =>
      page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--print-foot'),
      );
    await expect.poll(foot).toContain(`${site.url}${FOUR}${SWITCHES}, as of`);
    await page.getByLabel('Only differences').uncheck();
    await expect.poll(foot).toContain(`${site.url}${FOUR}?only=one-side, as of`);
    await page.getByRole('link', { name: 'Remove Asora' }).click();
    await page.waitForURL(`${site.url}/compare/addepar-vs-altoo-vs-masttro?only=one-side`);
    await expect
      .poll(() => page.getByRole('switch', { name: 'One side only' }).isChecked())
      .toBe(true);
    await page.context().close();
  });

  it('COMPARE prints three vendors on at most seven pages, with the names of what nobody confirms', async () => {
    const page = await site.newPage({ viewport: { width: 1280, height: 900 } });
    for (const three of THREES) {
      await open(page, `/compare/${three}`);
      const pdf = await page.pdf({ preferCSSPageSize: true });
      expect(readPages(pdf.toString('latin1')).length, three).toBeLessThanOrEqual(7);
    }
    await page.emulateMedia({ media: 'print' });
    const names = page.locator('.compare-folded dd a');
    expect(await names.count()).toBeGreaterThan(3);
    for (const name of await names.all()) expect(await name.isVisible()).toBe(true);
    expect(await page.locator('.compare-folded table').first().isVisible()).toBe(false);
    await page.context().close();
  });

  it('COMPARE prints four columns on landscape pages, with their names on each and nothing cut', async () => {
    const page = await site.newPage({ viewport: { width: 1280, height: 900 } });
    await open(page, FOUR);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const [summary, ...rows] = readPages(pdf.toString('latin1'));
    expect(summary?.size).toEqual([842, 595]);
    expect(rows.length).toBeGreaterThan(2);
    const heads = ['addepar', 'altoo', 'asora', 'masttro'].map((s) => `${site.url}/vendors/${s}`);
    for (const { size } of rows) expect(size).toEqual([842, 595]);
    // The last may hold nothing but the names of unconfirmed rows.
    for (const { links } of rows.slice(0, -1)) expect(links).toEqual(expect.arrayContaining(heads));
    // As wide as the paper between its margins: 273 mm.
    await page.setViewportSize({ width: 1032, height: 700 });
    await page.emulateMedia({ media: 'print' });
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('.comparison-sheet *')]
        .filter((node) => node.checkVisibility() && !node.closest('.sr-only'))
        .filter(
          (node) =>
            node.getBoundingClientRect().right > innerWidth ||
            (getComputedStyle(node).overflow !== 'visible' && node.scrollWidth > node.clientWidth),
        )
        .map((node) => node.outerHTML.slice(0, 200)),
    );
    expect(cut).toEqual([]);
    await page.context().close();
  });
});
