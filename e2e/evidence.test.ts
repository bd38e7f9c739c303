import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { open } from './public-support.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const namesWith = async (feature: string): Promise<string[]> => {
  const path = `/api/coverage?feature=${feature}&level=documented`;
  const rows: { vendor: { name: string } }[] = await (await fetch(`${site.url}${path}`)).json();
  return rows.map(({ vendor }) => vendor.name);
};

describe('three clicks, no JavaScript', () => {
  it('EVIDENCE finds every vendor that documents a general ledger and intercompany accounting, with the evidence', async () => {
    const page = await site.newPage({ javaScriptEnabled: false });
    await page.goto('/');
    await page.getByRole('link', { name: 'Browse the directory' }).click();
    await page.waitForURL(/\/vendors/);
    await page.getByRole('link', { name: /^General Ledger/ }).click();
    await page.waitForURL(/general-ledger/);
    await page.getByRole('link', { name: /^Intercompany Accounting/ }).click();
    await page.waitForURL(/intercompany-accounting/);

    const intercompany = await namesWith('intercompany-accounting');
    const both = (await namesWith('general-ledger')).filter((name) => intercompany.includes(name));
    expect(both.length).toBeGreaterThan(0);
    const cards = page.locator('[aria-label="Vendors"] > li');
    expect((await cards.locator('h2').allTextContents()).toSorted()).toEqual(both.toSorted());
    for (const name of both) {
      const card = cards.filter({ has: page.getByRole('heading', { name }) });
      const badges = await card.locator('[aria-label=Features] > li').allTextContents();
      expect(badges.slice(0, 2)).toEqual(['General Ledger', 'Intercompany Accounting']);
      for (const details of await card.locator('[aria-label=Evidence] details').all()) {
        await details.locator('summary').click();
        await details.getByText('checked').waitFor();
        expect(await details.getByRole('link').first().getAttribute('href')).toMatch(/^https:/);
      }
      expect(await card.locator('[aria-label=Evidence] details').count()).toBe(2);
    }
    await page.context().close();
  });

  it('EVIDENCE a chosen feature is taken back by its chip, and partly documented counts with the switch', async () => {
    const page = await site.newPage({ javaScriptEnabled: false });
    await page.goto('/vendors?feature=general-ledger&feature=partnership-accounting');
    const cards = page.locator('[aria-label="Vendors"] > li');
    const documented = await cards.count();
    await page.getByLabel('Count partly documented too').check();
    await page.locator('main').getByRole('button', { name: 'Search', exact: true }).click();
    await expect.poll(() => cards.count()).toBeGreaterThan(documented);
    expect(new URL(page.url()).searchParams.getAll('feature')).toEqual([
      'general-ledger',
      'partnership-accounting',
    ]);
    await page.getByRole('link', { name: 'Remove Partnership Accounting' }).click();
    await expect
      .poll(() => new URL(page.url()).searchParams.getAll('feature'))
      .toEqual(['general-ledger']);
    await page.context().close();
  });
});

it('EVIDENCE with script a feature filters in place, and the page stays where it is', async () => {
  const page = await site.newPage();
  await open(page, '/vendors#by-feature');
  await page.getByRole('link', { name: /^General Ledger/ }).click();
  await page.waitForURL(/feature=general-ledger/);
  await page.getByRole('link', { name: 'Remove General Ledger' }).waitFor();
  await page.locator('form details[open] details[open]').waitFor();
  await page.goBack();
  await page.getByText(/^Showing 30 of \d+ vendors$/).waitFor();
  await page.context().close();
});

it('prints each feature of a profile with what was read, on one page', async () => {
  const page = await site.newPage();
  await page.emulateMedia({ media: 'print' });
  await page.goto('/vendors/addepar');
  const features = page.locator('section:has(> h3) > ul > li:has(.evidence)');
  const breaks = await features.evaluateAll((all) =>
    all.map((feature) => getComputedStyle(feature).breakInside),
  );
  expect(breaks.length).toBeGreaterThan(20);
  expect(new Set(breaks)).toEqual(new Set(['avoid']));
  await page.context().close();
});

describe('the comparison', () => {
  it('EVIDENCE lines up, prints, and never counts what is not confirmed as a difference', async () => {
    const page = await site.newPage({ javaScriptEnabled: false });
    await page.goto('/compare/eton-solutions-vs-fundcount');
    const rows = page.locator('.compare-table [data-differs]');
    const told = await rows.evaluateAll((all) =>
      all
        .filter((row) => row.matches('tr'))
        .map((row) => ({
          differs: row.getAttribute('data-differs'),
          cells: [...row.querySelectorAll('td')].map(
            (cell) => (cell.querySelector('summary') ?? cell).textContent ?? '',
          ),
        })),
    );
    for (const { cells } of told) expect(cells).toHaveLength(2);
    const silent = told.filter(({ cells }) => cells.some((text) => text === 'Not confirmed'));
    expect(silent.length).toBeGreaterThan(10);
    expect(told.filter(({ cells }) => cells.every((text) => text === 'Not confirmed'))).toEqual([]);
    expect(silent.filter(({ differs }) => differs === 'true')).toEqual([]);
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await page.context().close();
  });
});

describe('the matrix', () => {
  it('scrolls inside its own region on a phone, and the keyboard reaches it', async () => {
    const page = await site.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto('/features/matrix');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const region = page.getByRole('region', { name: /by vendor$/ });
    await region.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => region.evaluate((node) => node.scrollLeft)).toBeGreaterThan(0);
    const vendor = region.locator('tbody th').first();
    expect(await vendor.evaluate((node) => node.getBoundingClientRect().left)).toBeLessThan(40);
    await page.context().close();
  });

  it('sets the marks of a vendor on one line, on a screen and in print', async () => {
    const page = await site.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto('/features/matrix');
    const rows = page.getByRole('region', { name: /by vendor$/ }).locator('tbody tr');
    /** The middles of the marks, row by row. */
    const readMiddles = () =>
      rows.evaluateAll((all) =>
        all.map((row) =>
          [...row.querySelectorAll('td .level')].map((level) => {
            const { top, height } = level.getBoundingClientRect();
            return top + height / 2;
          }),
        ),
      );
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media });
      const middles = await readMiddles();
      expect(middles.flat().length).toBeGreaterThan(50);
      for (const row of middles)
        expect(Math.max(...row) - Math.min(...row), media).toBeLessThan(1.5);
    }
    await page.context().close();
  });

  it('EVIDENCE chosen needs and the vendors of the shortlist stand on one screen, and the address says which', async () => {
    const page = await site.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(() =>
      localStorage.setItem('shortlist', JSON.stringify(['elysys', 'fundcount', 'addepar'])),
    );
    await open(page, '/features/matrix');
    await page.getByText('Choose needs and vendors').click();
    for (const need of ['Partnership Accounting', 'Multi-Currency Accounting'])
      await page.getByLabel(need, { exact: true }).check();
    await page.getByRole('button', { name: 'Show the matrix' }).click();
    await page.waitForURL(/f=multi-currency-accounting/);
    await page.getByText('Choose needs and vendors').click();
    await page.getByRole('link', { name: 'Vendors of my shortlist (3)' }).click();
    await page.waitForURL(/v=elysys&v=fundcount&v=addepar/);
    const region = page.getByRole('region', { name: 'Chosen needs, by vendor' });
    await expect.poll(() => region.locator('tbody tr').count()).toBe(3);
    expect(await region.locator('td').count()).toBe(6);
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const [needs, room] = await region.evaluate((node) => [node.scrollWidth, node.clientWidth]);
      expect([width, Number(needs) <= Number(room)]).toEqual([width, true]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    const mark = region.locator('details:has(.evidence-source)').first();
    await mark.locator('summary').click();
    await mark.getByText(/published by/).waitFor();
    await page.context().close();
  });
});
