import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { readDecision } from '#tools/shortlist/decision.ts';
import { toAddress, toFile } from '#tools/shortlist/share.ts';
import { open } from './public-support.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const VENDORS = ['elysys', 'odoo', 'fundcount'];

const decide = async (page: Page, decision: object) => {
  await page.addInitScript(
    ([vendors, stored]) => {
      if (localStorage.getItem('shortlist')) return;
      localStorage.setItem('shortlist', vendors);
      localStorage.setItem('decision', stored);
    },
    [JSON.stringify(VENDORS), JSON.stringify(decision)] as const,
  );
  await open(page, '/shortlist');
  await page.getByRole('tab', { name: 'Scorecard' }).waitFor();
};

const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);

/** The worker has all that the page is made of. */
const isKept = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('shortlist');
    const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    return ['/shortlist', '/api/decision-data'].every((path) => paths.includes(path));
  });

const countCriteria = (page: Page) =>
  page.getByRole('list', { name: 'Criteria' }).getByRole('listitem').count();

describe('criteria', () => {
  it('SCORECARD eight criteria take at most four actions, from a category and a guide', async () => {
    const page = await site.newPage();
    await decide(page, {});
    const { sets } = await (await fetch(`${site.url}/api/decision-data`)).json();
    let actions = 0;
    const take = async (place: number) => {
      actions += 2;
      const from = page.getByLabel('Take them from a guide, a use case or a category');
      await from.selectOption(String(place));
      await page.getByRole('button', { name: /^Add \d+ criteri/ }).click();
    };
    // Guides come first, categories after all sets.
    const [guide] = sets;
    expect(guide.kind).toBe('Guide');
    await take(0);
    await expect.poll(() => countCriteria(page)).toBe(guide.features.length);
    await take(sets.length);
    await expect.poll(() => countCriteria(page)).toBeGreaterThanOrEqual(8);
    expect(actions).toBeLessThanOrEqual(4);
    // Several ticks at once, and no more than there is room for.
    await page.getByText('Tick features', { exact: true }).click();
    await page.getByLabel('Find a feature').fill('a');
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByText(/^There is room for \d+ more: untick \d+\.$/).waitFor();
    expect(await page.getByRole('button', { name: /^Add \d+ criteria/ }).isDisabled()).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await page.context().close();
  }, 120_000);

  it('SCORECARD the filters of the directory become criteria, shown at once with Keep beside them', async () => {
    const page = await site.newPage();
    await open(page, '/vendors?feature=general-ledger&feature=open-api');
    await page.getByRole('link', { name: 'Score these' }).click();
    await expect.poll(() => countCriteria(page)).toBe(2);
    await page.getByLabel('Weight of General Ledger').waitFor();
    expect([await stored(page, 'shortlist'), await stored(page, 'decision')]).toEqual([null, null]);
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(JSON.parse((await stored(page, 'decision')) ?? '').criteria).toEqual([
      { feature: 'general-ledger', weight: 3 },
      { feature: 'open-api', weight: 3 },
    ]);
    await page.context().close();
  });

  it('SHORTLIST an address with needs and must-haves shows itself, and an unknown name takes no place', async () => {
    const { vendors } = await (await fetch(`${site.url}/api/decision-data`)).json();
    const twelve: string[] = vendors.slice(0, 12).map(({ slug }: { slug: string }) => slug);
    const page = await site.newPage();
    await open(
      page,
      `/shortlist?v=nobody,${twelve.join()}&need=open-api,bill-payment&must=general-ledger,no-such`,
    );
    await page.getByText('12 of at most 12.').waitFor();
    await page.getByText('Not on this site (any more): nobody and no-such.').waitFor();
    await expect.poll(() => countCriteria(page)).toBe(3);
    const weight = (name: string) => page.getByLabel(`Weight of ${name}`).inputValue();
    expect([await weight('General Ledger'), await weight('Open API')]).toEqual(['must', '3']);
    await page.getByRole('button', { name: 'Leave it' }).click();
    await page.getByText('No vendor on the shortlist yet').waitFor();
    expect(await stored(page, 'shortlist')).toBeNull();
    await page.context().close();
  });
});

describe('a committee', () => {
  const scoredBy = (name: string, weights: number[], marks: [string, number][]) =>
    readDecision({
      vendors: VENDORS,
      scoredBy: name,
      criteria: ['open-api', 'bill-payment'].map((feature, index) => ({
        feature,
        weight: weights[index],
      })),
      marks: marks.map(([vendor, mark]) => ({ vendor, name, mark, note: 'Seen' })),
    });

  it('COMMITTEE puts shared addresses and files side by side, and asks for nothing', async () => {
    const page = await site.newPage();
    await decide(page, { ...scoredBy('Ana', [5, 1], [['elysys', 5]]), vendors: [] });
    await page.getByRole('tab', { name: 'Committee' }).click();
    const own = page.getByLabel('Your name, for the committee and the memo');
    await own.fill('Ana ');
    await own.blur();
    await expect.poll(() => own.inputValue()).toBe('Ana');
    // The page is kept for later once; what comes after that is ours.
    await expect.poll(() => isKept(page)).toBe(true);
    await page.waitForLoadState('networkidle');
    const requests: string[] = [];
    page.context().on('request', (request) => requests.push(request.url()));

    const nameless = { ...scoredBy('B.', [1, 5], [['elysys', 2]]), scoredBy: '' };
    const ben = await toAddress(nameless);
    await page.getByLabel('Address that was shared').fill(`${site.url}/shortlist#${ben}`);
    await page.getByRole('button', { name: 'Add scorecard' }).click();
    await page.getByText('This scorecard states no name: type whose it is.').waitFor();
    await page.getByLabel('Whose scorecard').fill('Ben');
    await page.getByRole('button', { name: 'Add scorecard' }).click();
    await page.getByRole('button', { name: 'Remove the scorecard of Ben' }).waitFor();
    await page.getByLabel('Or open a file that was shared').setInputFiles({
      name: 'decision.json',
      mimeType: 'application/json',
      buffer: Buffer.from(toFile(scoredBy('Cleo', [1, 5], [['odoo', 4]]))),
    });
    const rowsOf = async (name: string) => {
      const rows = await page.getByRole('table', { name }).getByRole('row').all();
      return Promise.all(rows.map(async (row) => (await row.innerText()).split(/\s*\t\s*/)));
    };
    await page.getByRole('button', { name: 'Remove the scorecard of Cleo' }).waitFor();
    expect(await rowsOf('Weights side by side')).toEqual([
      ['Criterion', 'Ana', 'Ben', 'Cleo', 'Mean', 'Agreement'],
      ['Open API', 'Weight 5', 'Weight 1', 'Weight 1', '2.3', 'Disagree'],
      ['Bill Payment', 'Weight 1', 'Weight 5', 'Weight 5', '3.7', 'Disagree'],
    ]);
    const orders = await rowsOf('The order of each, and of the mean');
    expect(orders.map(([name]) => name).toSorted()).toEqual([
      'Elysys',
      'FundCount',
      'Odoo',
      'Vendor',
    ]);
    expect(await rowsOf('Marks side by side')).toEqual([
      ['Vendor', 'Ana', 'Ben', 'Cleo', 'Mean', 'Agreement'],
      ['Elysys', '5 of 5: Seen', '2 of 5: Seen', 'No mark', '3.5 of 5 (2)', 'Disagree'],
      ['Odoo', 'No mark', 'No mark', '4 of 5: Seen', '4.0 of 5 (1)', 'Agree'],
    ]);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Memo' }).click();
    const memo = page.getByRole('article', { name: 'Decision memo' });
    const text = await memo.innerText();
    expect(text).toContain('Scored by Ana, Ben, and Cleo.');
    expect(text).toContain('Weight 5: Open API. Weight 1: Bill Payment.');
    expect(text).toMatch(/By the mean of 3 scorecards: /);
    expect(text).toMatch(/First rank, published by the vendor: https:/);
    // Each source is named once.
    const sources = text.match(/published by .+/g) ?? [];
    expect(new Set(sources).size).toBe(sources.length);
    expect(requests).toEqual([]);
    await page.context().close();
  });
});

describe('a scorecard that the committee cannot take', () => {
  const mine = { scoredBy: 'Ana', marks: [{ vendor: 'elysys', name: 'Ana', mark: 5, note: '' }] };
  const members = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `Member ${at}`, vendors: [], criteria: [] }));

  it('COMMITTEE refuses one under our own name, and our marks stay', async () => {
    const page = await site.newPage();
    await decide(page, mine);
    await page.getByRole('tab', { name: 'Committee' }).click();
    const theirs = await toAddress(readDecision({ vendors: VENDORS, scoredBy: 'ana' }));
    await page.getByLabel('Address that was shared').fill(`${site.url}/shortlist#${theirs}`);
    await page.getByRole('button', { name: 'Add scorecard' }).click();
    await page.getByText(/^You score as Ana yourself/).waitFor();
    expect(JSON.parse((await stored(page, 'decision')) ?? '').marks).toEqual(mine.marks);
    await page.context().close();
  });

  it('COMMITTEE says on a shared scorecard why it cannot be added', async () => {
    const shared = await toAddress(readDecision({ vendors: VENDORS, scoredBy: 'Ben' }));
    for (const [count, reason] of [
      [5, null],
      [6, 'There is room for 6 scorecards.'],
    ] as const) {
      const page = await site.newPage();
      await decide(page, { ...mine, members: members(count) });
      await page.goto('about:blank');
      await open(page, `/shortlist#${shared}`);
      const add = page.getByRole('button', { name: 'Add Ben to my committee' });
      await expect.poll(() => add.isDisabled()).toBe(reason !== null);
      if (reason) {
        await page.getByText(reason, { exact: true }).waitFor();
        expect(await findViolations(page)).toEqual([]);
      }
      await page.context().close();
    }
  });
});

describe('without a connection', () => {
  it('SHORTLIST opens after one visit with all of its scores, and with a connection always asks first', async () => {
    const page = await site.newPage();
    await decide(page, {
      criteria: [
        { feature: 'open-api', weight: 5 },
        { feature: 'bill-payment', weight: 3 },
      ],
    });
    const scores = () => page.getByRole('list', { name: 'Scores' }).innerText();
    const before = await scores();
    await expect.poll(() => isKept(page)).toBe(true);
    await page.context().setOffline(true);
    await page.reload();
    await expect.poll(scores).toBe(before);
    await page.getByRole('tab', { name: 'Memo' }).click();
    await page.getByRole('article', { name: 'Decision memo' }).waitFor();
    // An address after the '#' needs no server either.
    const shared = await toAddress(readDecision({ vendors: ['addepar'] }));
    await page.goto('about:blank');
    await page.goto(`/shortlist#${shared}`);
    await page.getByText('1 vendor, 0 criteria. It is shown and not kept').waitFor();
    await page.context().setOffline(false);

    const worker = await fetch(`${site.url}/shortlist-worker.js`);
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    expect(worker.headers.get('content-security-policy')).toBe(
      "default-src 'none'; connect-src 'self'",
    );
    // The copies are those of the last visit, and none is used while the server answers.
    const marked = await page.evaluate(async () => {
      const cache = await caches.open('shortlist');
      await cache.put(
        '/shortlist',
        new Response('<h1>Old</h1>', { headers: { 'content-type': 'text/html' } }),
      );
      await cache.put('/assets/old-release.js', new Response(''));
      return (await cache.keys()).length;
    });
    expect(marked).toBeGreaterThan(5);
    await open(page, '/shortlist');
    await expect.poll(scores).toBe(before);
    const paths = () =>
      page.evaluate(async () =>
        (await (await caches.open('shortlist')).keys()).map(({ url }) => new URL(url).pathname),
      );
    await expect.poll(paths).not.toContain('/assets/old-release.js');
    await page.context().close();
  });
});
