import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { countMemoPages } from './memo-pages.ts';
import { open } from './public-support.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

it('SCORECARD twelve vendors and thirty criteria fill it, on a dark phone too, and the memo stays one page', async () => {
  const { vendors, features } = await (await fetch(`${site.url}/api/decision-data`)).json();
  const slugs: string[] = vendors.slice(0, 11).map(({ slug }: { slug: string }) => slug);
  const [renamed = '', choice = ''] = slugs;
  const decision = {
    criteria: [...features.slice(0, 29), { slug: 'gone-feature' }].map(
      ({ slug }: { slug: string }, index: number) => ({
        feature: slug,
        weight: ['must', 5, 3, 1][index % 4],
      }),
    ),
    memo: {
      choice,
      reasons:
        'It closes the books of all four entities in one system, and our accountants have worked with it before. The references that we called would choose it again.',
      dissent: 'One of us would rather wait for a year and keep the spreadsheets until then.',
      questions: 'Who owns the data when we leave?\nWhich custodians are connected today?',
    },
  };
  const page = await site.newPage({
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    bypassCSP: true,
  });
  await page.goto('/about');
  await page.evaluate(
    ([list, stored]) => {
      localStorage.setItem('shortlist', list);
      localStorage.setItem('decision', stored);
    },
    [JSON.stringify([...slugs, 'gone-vendor']), JSON.stringify(decision)] as const,
  );
  await open(page, '/vendors');
  const full = page.getByRole('button', { name: /^Shortlist is full \(12\)/ });
  await full.first().waitFor();
  expect(await full.first().isDisabled()).toBe(true);

  // Vendors and features that are gone can be removed.
  const editor = await site.newPage();
  await site.signIn(editor);
  const api = editor.context().request;
  const { id } = await (await api.get(`/api/vendors/${renamed}`)).json();
  const moved = await api.put(`/api/vendors/${id}`, {
    data: { slug: 'renamed-vendor' },
    headers: { origin: site.url },
  });
  expect(moved.status()).toBe(200);
  await open(page, '/shortlist');
  await page.getByText('Not on this site (any more): gone-vendor, gone-feature.').waitFor();
  const isFull = page.getByText('The scorecard is full (30): remove a criterion to add another.');
  await isFull.waitFor();
  await page.getByRole('button', { name: 'Remove them' }).click();
  await isFull.waitFor({ state: 'hidden' });
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('shortlist')))
    .toBe(JSON.stringify(['renamed-vendor', ...slugs.slice(1)]));
  await editor.context().close();

  await open(page, '/vendors');
  // Before the list is read from the browser, none is pressed and the first may be one of its own.
  const add = (pressed: boolean) =>
    page.getByRole('button', { name: /^Add to shortlist/, pressed });
  await add(true).first().waitFor();
  await add(false).first().click();
  await full.first().waitFor();
  await open(page, '/shortlist');
  await page.getByText('12 of at most 12.').waitFor();
  await page.getByLabel('Or in your own words').fill('Speaks Portuguese');
  await page.getByRole('button', { name: 'Add your own criterion' }).click();
  await isFull.waitFor();
  expect(await page.getByLabel('Or in your own words').isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: /^Add \d+ criteria/ }).isDisabled()).toBe(true);

  for (const name of ['Scorecard', 'Requirements', 'Share', 'Memo']) {
    await page.getByRole('tab', { name }).click();
    await page.getByRole('tab', { name, selected: true }).waitFor();
    expect([name, await findViolations(page)]).toEqual([name, []]);
    await page.pdf({
      preferCSSPageSize: true,
    });
    const scroll = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([name, scroll]).toEqual([name, 390]);
  }
  const memo = page.getByRole('article', { name: 'Decision memo' });
  expect(await memo.getByRole('row').count()).toBeGreaterThan(12);
  expect(await memo.innerText()).toMatch(/and \d+ more, in the annex/);
  expect(await countMemoPages(page)).toBe(1);

  // Half of the evidence makes no winner, and no vendor missing in it is called gone.
  await page.route('**/api/decision-data', async (route) => {
    const response = await route.fetch();
    const data = await response.json();
    const half = { ...data, vendors: data.vendors.slice(0, 1), isWhole: false };
    await route.fulfill({ response, json: half });
  });
  await open(page, '/shortlist');
  await page.getByText('the evidence here is not whole and no score is made of it').waitFor();
  const main = await page.locator('main').innerText();
  expect(main).not.toMatch(/leads|cannot be told apart|Not on this site|Not confirmed/);
  expect(main).toContain('12 of at most 12.');
  await page.context().close();
}, 240_000);

/** A form at its limits: long texts, long words of its own. */
const fillForm = (vendors: readonly string[], features: readonly string[], full: Fullness) => {
  const [choice = ''] = vendors;
  const text = full.text.repeat(1000).slice(0, full.length);
  return {
    criteria: [
      { words: 'A word of our own '.repeat(9).slice(0, 120), weight: 'must' },
      ...features
        .slice(0, 12)
        .map((feature, index) => ({ feature, weight: ['must', 5, 3, 1][index % 4] })),
    ],
    memo: { choice, reasons: text, dissent: text, questions: text },
  };
};

interface Fullness {
  vendors: number;
  text: string;
  length: number;
}

const SENTENCE =
  'It closes the books of all four entities in one system, as our accountants know. ';

it('MEMO is one printed page with all that the form takes, and what has no room there goes on in the annex, each word once', async () => {
  const data = await (await fetch(`${site.url}/api/decision-data`)).json();
  const slugsOf = (items: { slug: string }[]) => items.map(({ slug }) => slug);
  const page = await site.newPage({ viewport: { width: 680, height: 900 } });
  const cases: Fullness[] = [
    { vendors: 3, text: SENTENCE, length: 600 },
    { vendors: 4, text: SENTENCE, length: 1000 },
    { vendors: 12, text: SENTENCE, length: 1000 },
    { vendors: 4, text: `${SENTENCE}${SENTENCE}\n`, length: 1000 },
    { vendors: 4, text: 'WIDE WORDS ', length: 1000 },
    { vendors: 12, text: 'a\n', length: 1000 },
  ];
  for (const full of cases) {
    const vendors = slugsOf(data.vendors).slice(0, full.vendors);
    const decision = fillForm(vendors, slugsOf(data.features), full);
    await page.goto('/about');
    await page.evaluate(
      ([list, stored]) => {
        localStorage.setItem('shortlist', list);
        localStorage.setItem('decision', stored);
      },
      [JSON.stringify(vendors), JSON.stringify(decision)] as const,
    );
    await open(page, '/shortlist');
    await page.getByRole('tab', { name: 'Memo' }).click();
    const memo = page.getByRole('article', { name: 'Decision memo' });
    await memo.waitFor();
    expect([full, await countMemoPages(page)]).toEqual([full, 1]);
    const lettersOf = (text: string) =>
      text.replace(' … (goes on in the annex)', '').replace(/\s/g, '');
    for (const [title, whole] of [
      ['Why', decision.memo.reasons],
      ['Open questions', decision.memo.questions],
    ]) {
      const onPage = memo.locator('section', {
        has: page.getByRole('heading', { name: title, exact: true }),
      });
      const annex = memo.locator('.memo-annex div', {
        has: page.getByRole('heading', { name: `${title}, continued` }),
      });
      // Six hundred characters of three vendors have room on the page.
      expect([full, title, await annex.count()]).toEqual([
        full,
        title,
        full.length === 600 ? 0 : 1,
      ]);
      const parts = [
        await onPage.locator('.memo-text').innerText(),
        ...(await annex.locator('p').allInnerTexts()),
      ];
      expect(lettersOf(parts.join(''))).toBe(lettersOf(whole ?? ''));
    }
  }
  await page.getByText('999 of 1,000 characters').first().waitFor();
  await page.context().close();
}, 240_000);
