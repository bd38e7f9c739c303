import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BrowserSite, EDITOR, startBrowserSite } from '#testing/browser.ts';
import { holdBack, open, waitUntilHydrated } from './public-support.ts';

let site: BrowserSite;
let page: Awaited<ReturnType<BrowserSite['newPage']>>;

beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());
beforeEach(async () => {
  page = await site.newPage();
});
afterEach(() => page.context().close());

const SOON = { timeout: 40_000 };

/** The fonts that Chromium drew the text of an element with. */
const fontsOf = async (target: Page, selector: string): Promise<string[]> => {
  const client = await target.context().newCDPSession(target);
  await client.send('DOM.enable');
  await client.send('CSS.enable');
  const { root } = await client.send('DOM.getDocument');
  const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId });
  await client.detach();
  return fonts.map(({ familyName }) => familyName).sort();
};

describe('the fonts', () => {
  it('a first visitor reads Inter and Source Serif, with at most 60 kB of fonts', async () => {
    const sizes = new Map<string, number>();
    page.on('response', async (response) => {
      if (!response.url().endsWith('.woff2')) return;
      sizes.set(response.url(), (await response.body()).length);
    });
    await page.goto('/vendors/addepar', { waitUntil: 'commit' });
    await expect
      .poll(() => fontsOf(page, 'h1'), SOON)
      .toEqual([expect.stringContaining('Source Serif 4')]);
    await expect
      .poll(() => fontsOf(page, '.prose p'), SOON)
      .toEqual([expect.stringContaining('Inter')]);
    await waitUntilHydrated(page);
    await page.evaluate(() => document.fonts.ready);
    await expect.poll(() => sizes.size).toBe(2);
    expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60_000);
    expect(await page.locator('link[rel=preload][as=font]').count()).toBe(2);
    expect(sizes.size).toBe(2);
  });

  it('every Latin letter, and what typesetting adds, is drawn in the two fonts', async () => {
    await open(page, '/about');
    await page.evaluate(() => {
      const between = (first: number, last: number) =>
        Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at)).join(
          '',
        );
      const letters = `${between(0x21, 0x7e)}${between(0xa1, 0xac)}${between(0xae, 0xff)}Œœ–—‘’“”•…€−×Łőș`;
      document.body.insertAdjacentHTML(
        'beforeend',
        '<h2 id="serif" style="font-weight:550"></h2><p id="sans"></p><p><em id="italic"></em></p>',
      );
      for (const id of ['serif', 'sans', 'italic'])
        document.getElementById(id)?.append(id === 'italic' ? letters.slice(0, -3) : letters);
    });
    const drawn = async (id: string) => {
      await page.evaluate(() => document.fonts.ready);
      return [...new Set((await fontsOf(page, id)).map((name) => name.replace(/ .*/, '')))];
    };
    await expect.poll(() => drawn('#serif'), SOON).toEqual(['Source']);
    await expect.poll(() => drawn('#sans'), SOON).toEqual(['Inter']);
    await expect.poll(() => drawn('#italic'), SOON).toEqual(['Inter']);
  });
});

/** Opens a page whose scripts do not come before `release` is called. */
const openAsleep = async (path: string) => {
  const { handler, release } = holdBack();
  await page.route(/\/assets\/.*\.js/, handler);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  return release;
};
const addressOf = () => {
  const { pathname, search } = new URL(page.url());
  return `${pathname}${search}`;
};

describe('what is done before the app is hydrated counts', () => {
  it('a query in the directory filters, and stays in the field', async () => {
    const release = await openAsleep('/vendors');
    await page.getByLabel('Search vendors').fill('masttro');
    release();
    await expect.poll(addressOf, SOON).toBe('/vendors?q=masttro');
    await page.getByText('Showing 1 of').waitFor();
    expect(await page.getByLabel('Search vendors').inputValue()).toBe('masttro');
  });

  it('facets that were ticked stay ticked, beside those of the address', async () => {
    const release = await openAsleep('/vendors?market=Private+Banks');
    const facet = page.locator('input[name=category]:enabled').first();
    await facet.check({ force: true });
    const value = await facet.inputValue();
    release();
    await expect.poll(() => new URL(page.url()).searchParams.getAll('category')).toEqual([value]);
    expect(new URL(page.url()).searchParams.getAll('market')).toEqual(['Private Banks']);
    await waitUntilHydrated(page);
    await expect.poll(() => facet.isChecked()).toBe(true);
  });

  it('a query among the features filters', async () => {
    const release = await openAsleep('/features');
    await page.getByLabel('Search features').fill('benchmark');
    release();
    await expect.poll(addressOf, SOON).toBe('/features?q=benchmark');
  });

  it('two platforms that were chosen can be compared', async () => {
    const release = await openAsleep('/compare');
    await page.getByLabel('First Platform').selectOption('addepar');
    await page.getByLabel('Second Platform').selectOption('masttro');
    release();
    await waitUntilHydrated(page);
    await expect.poll(() => page.getByLabel('Second Platform').inputValue()).toBe('masttro');
    await page.getByRole('button', { name: 'Compare Now' }).click();
    await expect.poll(addressOf).toContain('/compare/addepar-vs-masttro');
  });

  it('Enter in the sign-in form signs in', async () => {
    const release = await openAsleep('/auth');
    await page.getByLabel('Email').fill(EDITOR.email);
    await page.getByLabel('Password', { exact: true }).fill(EDITOR.password);
    await page.keyboard.press('Enter');
    release();
    await expect.poll(addressOf, SOON).toContain('/admin');
    expect(page.problems).toEqual([]);
  });
});

describe('a new page inside the app', () => {
  const focused = () =>
    page.evaluate(
      () => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`,
    );

  it('is announced, takes focus to its heading, and Back gives place and focus back', async () => {
    await page.setViewportSize({ width: 1280, height: 700 });
    await open(page, '/glossary');
    const link = page.locator('main section a[href^="/glossary/"]').last();
    const name = await link.innerText();
    await link.focus();
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(500);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/glossary/*');
    await expect.poll(focused).toMatch(/^H1 /);
    const announced = page.getByRole('status').first();
    await expect
      .poll(async () => (await announced.innerText()) === (await page.title()))
      .toBe(true);
    await page.goBack();
    await page.waitForURL('**/glossary');
    await expect.poll(focused).toBe(`A ${name}`);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(place - 200);
  });

  it('Back gives the place back even of a page that scrolled in the moment of the click', async () => {
    await page.setViewportSize({ width: 1280, height: 700 });
    await open(page, '/glossary');
    const place = await page
      .locator('main section a[href^="/glossary/"]')
      .last()
      .evaluate((link: HTMLElement) => {
        link.scrollIntoView({ behavior: 'instant' });
        link.click();
        return window.scrollY;
      });
    expect(place).toBeGreaterThan(500);
    await page.waitForURL('**/glossary/*');
    await expect.poll(focused).toMatch(/^H1 /);
    await page.goBack();
    await page.waitForURL('**/glossary');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(place - 200);
  });
});
