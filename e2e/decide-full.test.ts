import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { countMemoPages } from './memo-pages.ts';
import { open } from './public-support.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

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
});
