import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type Decision, readDecision } from '#tools/shortlist/decision.ts';
import { toAddress } from '#tools/shortlist/share.ts';
import { countMemoPages } from './memo-pages.ts';
import { open } from './public-support.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const ODOO = 'Odoo';
const VENDORS = ['Elysys', ODOO, 'FundCount'];
const SLUGS = ['elysys', 'odoo', 'fundcount'];
/** Features by slug, with their weights. */
const CRITERIA: [slug: string, weight: string][] = [
  ['general-ledger', 'must'],
  ['bill-payment', '5'],
  ['account-aggregation', '1'],
  ['consolidated-reporting', '3'],
  ['investment-accounting', '3'],
  ['open-api', '1'],
  ['partnership-accounting', '1'],
  ['custodian-data-feeds', '1'],
];

/** By the ranges: none leads while the unconfirmed part may turn it. */
const HEADLINE = 'Elysys, Odoo, and FundCount cannot be told apart yet: 67% of the weight is known';
const RANGES = 'The ranges overlap: Elysys may end between 60% and 67%';

const nameOf = async (kind: string, slug: string): Promise<string> =>
  (await (await fetch(`${site.url}/api/${kind}/${slug}`)).json()).name;

/** Ticks the features and adds them all at once. */
const tickCriteria = async (page: Page, names: readonly string[]) => {
  await page.getByText('Tick features', { exact: true }).click();
  for (const name of names) await page.getByRole('checkbox', { name, exact: true }).check();
  await page.getByRole('button', { name: `Add ${names.length} criteria` }).click();
};

/** Everything that the page asks for: method, address, body and headers, as one text. */
const recordRequests = (page: Page): string[] => {
  const seen: string[] = [];
  page.on('request', async (request) => {
    const headers = Object.values(await request.allHeaders().catch(() => ({}))).join(' ');
    seen.push(`${request.method()} ${request.url()} ${request.postData() ?? ''} ${headers}`);
  });
  return seen;
};

/** With the mouse from a misspelt name in the header to the vendors that document a ledger. */
const findLedgers = async (page: Page) => {
  await open(page, '/about');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  const field = page.locator('#site-search input');
  await expect.poll(() => field.getAttribute('role')).toBe('combobox');
  // At once, so that no suggestions for half of the words come in between.
  await field.fill('adepar');
  await page.getByRole('option', { name: 'Addepar Vendor' }).click();
  await page.getByRole('heading', { level: 1, name: 'Addepar' }).waitFor();
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Vendors' })
    .click();
  await page.getByText(/^Showing \d+ of/).waitFor();
  await page.getByText('Documented features', { exact: true }).click();
  await page.getByRole('link', { name: /^General Ledger/ }).click();
  await waitForLedgers(page);
};

/** The list has come with all of its evidence: what is asked for from here on is asked for by choices alone. */
const waitForLedgers = async (page: Page) => {
  await page.getByRole('link', { name: 'Remove General Ledger' }).waitFor();
  for (const name of VENDORS) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    await card.locator('[aria-label=Evidence]').waitFor();
  }
};

/** Presses Tab, or Shift and Tab where the target stands above, until it has the focus. */
const tabTo = async (page: Page, target: Locator) => {
  await target.waitFor();
  const look = () =>
    target.evaluate((node) => {
      const from = document.activeElement;
      if (from === node) return 'here';
      const isAbove = from && from.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING;
      return isAbove ? 'above' : 'below';
    });
  for (let presses = 0; presses < 400; presses += 1) {
    const place = await look();
    if (place === 'here') return;
    await page.keyboard.press(place === 'above' ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`The keyboard does not reach ${target}`);
};

const tabAndPress = async (page: Page, target: Locator, key = 'Enter') => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};

/** Chooses by typing in the select that has the focus; slow typing has to begin again. */
const typeChoice = (page: Page, select: Locator, label: string) =>
  expect
    .poll(
      async () => {
        await page.keyboard.type(label);
        const chosen = await select.evaluate(
          (node) => (node as HTMLSelectElement).selectedOptions[0]?.label,
        );
        return [label, chosen?.startsWith(label)];
      },
      { interval: 2000 },
    )
    .toEqual([label, true]);

/** Presses the right arrow on the row of tabs until the named one is open. */
const arrowTo = async (page: Page, name: string) => {
  const opened = page.locator('[role=tab][aria-selected=true]');
  await tabTo(page, opened);
  for (let before = await opened.innerText(); before !== name; before = await opened.innerText()) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => opened.innerText()).not.toBe(before);
  }
};

/** Opens a page that the search box suggests, by the keyboard. */
const openSuggested = async (page: Page, words: string, path: string) => {
  await page.keyboard.press('/');
  await expect.poll(() => page.locator('#site-search input').getAttribute('role')).toBe('combobox');
  // At once, so that no suggestions for half of the words come in between.
  await page.keyboard.insertText(words);
  const wanted = page.locator(`[role=option][href="${path}"]`);
  await wanted.waitFor();
  const place = await wanted.evaluate((node) =>
    [...(node.parentElement?.children ?? [])].indexOf(node),
  );
  for (let at = 0; at <= place; at += 1) await page.keyboard.press('ArrowDown');
  await expect.poll(() => wanted.getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === path);
  // The new page takes the focus to its heading; keys typed before that are lost.
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
};

/** The filter that led to the directory is a page like any other. */
const expectNoChoiceIn = (requests: readonly string[], more: readonly string[]) => {
  const criteria = CRITERIA.map(([slug]) => slug).filter((slug) => slug !== 'general-ledger');
  for (const request of requests) {
    for (const choice of [...criteria, ...SLUGS, ...more]) expect(request).not.toContain(choice);
  }
};

const listScores = (page: Page) => page.getByRole('list', { name: 'Scores' }).innerText();

const checkAxe = async (page: Page) => expect(await findViolations(page)).toEqual([]);

describe('deciding', () => {
  it('SCORECARD from a misspelt name to a memo and a second browser, and no request carries a choice', async () => {
    const names = await Promise.all(SLUGS.map((slug) => nameOf('vendors', slug)));
    expect(names).toEqual(VENDORS);
    const page = await site.newPage({ bypassCSP: true });
    await findLedgers(page);
    const header = page.getByRole('banner').getByRole('link', { name: /^Shortlist/ });
    const seen = recordRequests(page);
    for (const [index, name] of VENDORS.entries()) {
      const button = page.getByRole('button', { name: `Add to shortlist ${name}` });
      await button.click();
      await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
      await expect.poll(() => header.innerText()).toContain(String(index + 1));
      // A pointer that rests on a link while the page scrolls below it would have that page prepared.
      await page.mouse.move(0, 0);
    }

    // Another tab of the same browser is in step.
    const tab = await page.context().newPage();
    await open(tab, '/vendors/fundcount');
    const pressed = tab.getByRole('button', { name: 'Add to shortlist FundCount' });
    await expect.poll(() => pressed.getAttribute('aria-pressed')).toBe('true');
    await pressed.click();
    await expect.poll(() => header.innerText()).toContain('2');
    await pressed.click();
    await expect.poll(() => header.innerText()).toContain('3');
    await tab.close();

    await header.click();
    await page.getByRole('tab', { name: 'Scorecard' }).waitFor();
    const features = await Promise.all(CRITERIA.map(([slug]) => nameOf('features', slug)));
    await tickCriteria(page, features);
    for (const [index, [, weight]] of CRITERIA.entries())
      await page.getByLabel(`Weight of ${features[index]}`).selectOption(weight);
    await page.getByRole('heading', { name: HEADLINE }).waitFor();
    await expect.poll(() => page.locator('main').innerText()).toContain(RANGES);
    expect(await page.getByRole('list', { name: 'What to ask next' }).innerText()).toMatch(
      /^Odoo: Consolidated Reporting/,
    );
    await expect
      .poll(() => page.locator('main').innerText())
      .toContain(
        `The smallest change that changes the order: if Open API weighed 3 instead of 1, it would be ${ODOO}, then Elysys, then FundCount.`,
      );
    const scores = await listScores(page);
    expect(scores).toContain('Must-haves: 1 of 1 documented');
    expect(scores).toMatch(/Elysys[\s\S]*64%[\s\S]*93% of the weight is known/);
    await checkAxe(page);

    await page.getByLabel('Or in your own words').fill('Speaks <b>Portuguese</b>');
    await page.getByRole('button', { name: 'Add your own criterion' }).click();
    await page.getByLabel('Speaks <b>Portuguese</b>: FundCount').selectOption('documented');
    await expect.poll(() => listScores(page)).not.toBe(scores);

    await page.getByRole('tab', { name: 'Requirements' }).click();
    const questions = page.getByRole('table', { name: /^Questions on/ }).first();
    // The tab comes when it is asked for.
    await questions.waitFor();
    expect(await questions.locator('thead th').allTextContents()).toEqual([
      'Requirement',
      'Answer',
      'Shown',
    ]);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Markdown' }).click();
    const markdown = readFileSync(await (await saved).path(), 'utf8');
    expect(markdown).toContain('| Speaks \\<b\\>Portuguese\\</b\\> | Should |');
    expect(markdown).toContain('| General Ledger | Must |');
    await checkAxe(page);

    await page.getByRole('tab', { name: 'Memo' }).click();
    await page.getByLabel('The choice').selectOption('odoo');
    await page.getByLabel('Open questions').fill('Who owns the data when we leave?');
    await page.getByRole('heading', { name: `We choose ${ODOO}` }).waitFor();
    const memo = page.getByRole('article', { name: 'Decision memo' });
    await page.getByLabel('The choice').selectOption('elysys');
    await page.getByRole('heading', { name: 'We choose Elysys' }).waitFor();
    await checkAxe(page);
    expect(await countMemoPages(page)).toBe(1);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(2);
    await page.emulateMedia({ media: 'print' });
    expect(await memo.innerText()).toMatch(
      /First rank, published by the vendor: https:\/\/\S+, read in a stored copy, page (undated|of .+)\./,
    );
    for (const text of ['Who owns the data when we leave?', 'Annex: the evidence'])
      expect(await memo.innerText()).toContain(text);
    expect(await page.getByLabel('The choice').isVisible()).toBe(false);
    expect(await page.getByRole('tab', { name: 'Memo' }).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });

    await page.getByRole('tab', { name: 'Scorecard' }).click();
    const shared = await listScores(page);
    await page.getByRole('tab', { name: 'Share' }).click();
    const address = await page.getByLabel('Address').inputValue();
    const [, hash = ''] = address.split('#');
    expect(hash).toMatch(/^v=elysys,odoo,fundcount&must=general-ledger&need=bill-payment:5&/);
    expect(hash).toContain('&own=3/fundcount:documented/Speaks+%3Cb%3EPortuguese');
    await checkAxe(page);

    const second = await site.newPage();
    const seenThere = recordRequests(second);
    await second.addInitScript(() => localStorage.setItem('shortlist', '["kubera"]'));
    await open(second, address.replace(site.url, ''));
    await second.getByText('3 vendors, 9 criteria. It is shown and not kept').waitFor();
    await expect.poll(() => listScores(second)).toBe(shared);
    expect(await second.evaluate(() => localStorage.getItem('shortlist'))).toBe('["kubera"]');
    expect(await second.evaluate(() => localStorage.getItem('decision'))).toBeNull();
    await second.getByRole('button', { name: 'Keep, merged with mine' }).click();
    await expect
      .poll(() => second.evaluate(() => localStorage.getItem('shortlist')))
      .toBe('["kubera","elysys","odoo","fundcount"]');
    await expect.poll(() => new URL(second.url()).hash).toBe('');

    expectNoChoiceIn([...seen, ...seenThere], ['Portuguese', 'owns', hash]);
    expect(seen.some((request) => request.includes('/api/decision-data'))).toBe(true);
    await second.context().close();
    await page.context().close();
  });

  it('SCORECARD the same with the keyboard alone on a phone', async () => {
    const phone = { viewport: { width: 390, height: 844 } };
    const page = await site.newPage(phone);
    await open(page, '/about');
    await openSuggested(page, 'adepar', '/vendors/addepar');
    await openSuggested(page, 'general ledger', '/features/general-ledger');
    await tabAndPress(page, page.getByRole('link', { name: 'Filter the directory' }));
    // The new page takes the focus to its heading; the filters of a phone are folded.
    await page.waitForURL((url) => url.pathname === '/vendors');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await tabAndPress(page, page.locator('summary', { hasText: 'Filters (1 chosen)' }));
    await waitForLedgers(page);
    for (const name of VENDORS) {
      const button = page.getByRole('button', { name: `Add to shortlist ${name}` });
      await tabAndPress(page, button, 'Space');
      await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
    }
    await tabTo(page, page.getByRole('banner').getByRole('link', { name: /^Shortlist/ }));
    // On the way here links were prepared as the focus rested on them, whatever was chosen.
    const seen = recordRequests(page);
    await page.keyboard.press('Enter');
    // The new page takes focus to its heading.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');

    const { features } = await (await fetch(`${site.url}/api/decision-data`)).json();
    const named = CRITERIA.map(([slug, weight]) => ({
      weight,
      ...features.find((one: { slug: string }) => one.slug === slug),
    }));
    await tabAndPress(page, page.getByText('Tick features', { exact: true }));
    for (const { name } of named)
      await tabAndPress(page, page.getByRole('checkbox', { name, exact: true }), 'Space');
    await tabAndPress(page, page.getByRole('button', { name: 'Add 8 criteria' }));
    for (const { name, weight } of named) {
      const weights = page.getByLabel(`Weight of ${name}`);
      await tabTo(page, weights);
      await typeChoice(page, weights, weight === 'must' ? 'Must' : weight);
    }
    await page.getByRole('heading', { name: HEADLINE }).waitFor();
    await expect.poll(() => page.locator('main').innerText()).toContain(RANGES);
    const scores = await listScores(page);

    await arrowTo(page, 'Memo');
    await page.getByRole('article', { name: 'Decision memo' }).waitFor();
    await tabTo(page, page.getByLabel('The choice'));
    await typeChoice(page, page.getByLabel('The choice'), 'FundCount');
    await page.getByRole('heading', { name: 'We choose FundCount' }).waitFor();
    await tabTo(page, page.getByLabel('Why'));
    await page.keyboard.type('It keeps the books.');
    await page.getByText('It keeps the books.').last().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const printed = page.evaluate(
      () => new Promise((resolve) => addEventListener('beforeprint', () => resolve(true))),
    );
    await tabAndPress(page, page.getByRole('button', { name: 'Print the memo' }));
    expect(await printed).toBe(true);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(2);
    await arrowTo(page, 'Share');
    const address = await page.getByLabel('Address').inputValue();

    const second = await site.newPage(phone);
    const seenThere = recordRequests(second);
    await open(second, address.replace(site.url, ''));
    await expect.poll(() => listScores(second)).toBe(scores);
    await tabAndPress(second, second.getByRole('button', { name: 'Keep', exact: true }));
    await expect
      .poll(() => second.evaluate(() => localStorage.getItem('shortlist')))
      .toBe(JSON.stringify(SLUGS));
    expectNoChoiceIn([...seen, ...seenThere], ['books', address.split('#')[1] ?? '']);
    await second.context().close();
    await page.context().close();
  });

  it('SHARE a second address takes the place of what is viewed, and nothing is stored that was not shown', async () => {
    const decisionOf = (vendors: string[], weight: number): Decision =>
      readDecision({ vendors, criteria: [{ feature: 'general-ledger', weight }] });
    const first = toAddress(decisionOf(['elysys'], 5));
    const second = toAddress(decisionOf(['odoo', 'fundcount'], 1));
    const own = JSON.stringify({ ...decisionOf(['kubera'], 5), vendors: [] });
    const page = await site.newPage();
    await page.addInitScript((decision) => {
      if (localStorage.getItem('shortlist')) return;
      localStorage.setItem('shortlist', '["kubera"]');
      localStorage.setItem('decision', decision);
    }, own);
    await open(page, `/shortlist#${first}`);
    await expect.poll(() => listScores(page)).toContain('Elysys');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, second ?? '');
    await page.getByText('2 vendors, 1 criterion. It is shown and not kept').waitFor();
    const banner = page.getByRole('region', { name: 'Shared scorecard' });
    expect(await banner.innerText()).toContain('Weights, as you have your own: General Ledger.');
    await expect.poll(() => listScores(page)).toContain('FundCount');
    expect(await listScores(page)).not.toContain('Elysys');
    await page.getByRole('button', { name: 'Keep, merged with mine' }).click();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('shortlist')))
      .toBe('["kubera","odoo","fundcount"]');
    expect(await page.evaluate(() => localStorage.getItem('decision'))).toBe(own);
    await page.context().close();
  });

  it('SHORTLIST works in the address without JavaScript', async () => {
    const page = await site.newPage({ javaScriptEnabled: false });
    await page.goto('/shortlist?v=elysys,fundcount,nobody');
    const cards = page.locator('[aria-label="Vendors in this address"] > li');
    expect(await cards.locator('h3').allInnerTexts()).toEqual(['Elysys', 'FundCount']);
    await page.getByLabel('One more vendor').selectOption('odoo');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(() => cards.count()).toBe(3);
    await page.getByRole('link', { name: 'Remove FundCount' }).click();
    await expect.poll(() => cards.locator('h3').allInnerTexts()).toEqual(['Elysys', ODOO]);
    await page.getByRole('link', { name: 'Compare side by side' }).click();
    await page.waitForURL('**/compare/elysys-vs-odoo');
    await page.context().close();
  });
});
