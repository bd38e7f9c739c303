import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { open } from './public-support.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const FIVE = [
  'partnership-accounting',
  'multi-currency-accounting',
  'look-through-reporting',
  'custodian-data-feeds',
  'private-fund-tracking',
];
const ASKED = `/needs?${FIVE.map((slug) => `f=${slug}`).join('&')}`;

const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

describe('starting from needs', () => {
  it('NEEDS finds the vendor that documents most, without script', async () => {
    const page = await site.newPage({ javaScriptEnabled: false });
    await page.goto('/needs');
    for (const slug of FIVE) await page.locator(`input[name=f][value=${slug}]`).check();
    await page.locator(`input[name=must][value=${FIVE[4]}]`).check();
    await page.getByRole('button', { name: 'Show vendors' }).first().click();
    expect(new URL(page.url()).searchParams.getAll('f').toSorted()).toEqual(FIVE.toSorted());
    expect(await page.locator('.needs-vendor h2').first().textContent()).toBe('Elysys');
    await page.getByText('Change needs, market or category').click();
    const weight = page.getByLabel('Weight of Partnership Accounting in the scorecard');
    await weight.selectOption('Weight 5');
    // A must-have is a gate, and an unticked feature no need: neither has a weight.
    expect(
      await page.getByLabel('Weight of Private Fund Tracking in the scorecard').isVisible(),
    ).toBe(false);
    expect(await page.getByLabel('Weight of Bill Payment in the scorecard').isVisible()).toBe(
      false,
    );
    await page.getByRole('button', { name: 'Show vendors' }).first().click();
    const score = await page.getByRole('link', { name: 'Score these' }).getAttribute('href');
    expect(new URL(score ?? '', site.url).searchParams.get('w')).toBe('partnership-accounting:5');
    await page.getByRole('link', { name: 'Shortlist the first 3' }).click();
    expect(new URL(page.url()).searchParams.get('v')).toMatch(/^elysys,[^,]+,[^,]+$/);
    await page.context().close();
  });

  it('NEEDS narrows the list of features as one types, and shortlists the first three', async () => {
    const page = await site.newPage();
    await open(page, '/needs');
    await page.getByLabel('Filter the features').fill('look-through');
    const boxes = page.locator('input[name=f]:visible');
    await expect.poll(() => boxes.count()).toBe(1);
    await boxes.first().check();
    await page.getByLabel('Must have Look-Through Reporting').check();
    await page.getByRole('button', { name: 'Show vendors' }).first().click();
    await page.waitForURL(/must=look-through-reporting/);
    // The usual weight stands in no address.
    expect(page.url()).not.toContain('w=');
    await page.getByRole('button', { name: 'Shortlist the first 3' }).click();
    await page.getByRole('link', { name: 'On your shortlist: the first 3' }).click();
    await page.waitForURL(/\/shortlist$/);
    const stored = await page.evaluate(() => localStorage.getItem('shortlist') ?? '[]');
    expect(JSON.parse(stored)).toHaveLength(3);
    await page.context().close();
  });

  it('NEEDS has no fault that axe finds, light or dark, and never scrolls sideways', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await site.newPage({ colorScheme });
      for (const path of ['/needs', `${ASKED}&must=${FIVE[0]}`]) {
        await open(page, path);
        expect([path, await findViolations(page)]).toEqual([path, []]);
        for (const width of [320, 390, 820, 1440]) {
          await page.setViewportSize({ width, height: 844 });
          const scroll = await page.evaluate(() => document.documentElement.scrollWidth);
          expect([path, width, scroll]).toEqual([path, width, width]);
        }
      }
      await page.context().close();
    }
  });

  it('NEEDS prints all vendors on at most two pages, for six needs and for thirty', async () => {
    const page = await site.newPage();
    const features = await (await fetch(`${site.url}/api/features?view=card&limit=30`)).json();
    const thirty = features.map(({ slug }: { slug: string }) => `f=${slug}&must=${slug}`).join('&');
    for (const path of [`${ASKED}&f=general-ledger`, `/needs?${thirty}`]) {
      await open(page, path);
      expect(await page.locator('.needs-vendor').count()).toBeGreaterThan(50);
      const needs = page.getByRole('list', { name: 'Chosen needs' }).getByRole('listitem');
      expect(await needs.count()).toBe(path.split('f=').length - 1);
      const pages = countPages(await page.pdf({ preferCSSPageSize: true }));
      expect([path.length, pages]).toEqual([path.length, 2]);
    }
    await page.context().close();
  });
});
