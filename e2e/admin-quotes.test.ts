import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type PageServer, startPageServer } from '#testing/servers/page-server.ts';
import { type EditorPage, openPanel, settle } from './admin-helpers.ts';

const QUOTE = 'Positions are reconciled with custodians every night.';
const FILLER = 'The office keeps its own books and knows its numbers. '.repeat(40);

let outside: PageServer;
let site: BrowserSite;
let page: EditorPage;
beforeAll(async () => {
  outside = await startPageServer();
  const body = `<p>${FILLER}</p><p>${QUOTE}</p><p>It is 'audited' twice a year by others.</p>`;
  outside.pages.set('/page', { body });
  site = await startBrowserSite({
    data: 'starter',
    settings: { FETCH_ALLOW_HOSTS: outside.hostPort },
  });
});
afterAll(async () => {
  await site.close();
  await outside.close();
});
beforeEach(async () => {
  page = await openPanel(site, '/admin/coverage?vendor=fundcount');
  return () => page.context().close();
});

const lineOf = (name: string) => page.getByRole('group', { name, exact: true });
const formOf = (name: string) => page.getByRole('form', { name: `Evidence for ${name}` });

const openRow = async (name: string) => {
  await lineOf(name).focus();
  await page.keyboard.press('1');
  const form = formOf(name);
  await form.getByLabel('Finding').fill('It reconciles.');
  await form.getByLabel('Address of the page').fill(`${outside.url}/page`);
  await form.getByText('Saved.', { exact: true }).waitFor();
  return form;
};

/** Selects words of the text as a person with a keyboard does: from their end back to their beginning. */
const selectByKeys = async (words: string) => {
  const area = page.getByRole('textbox', { name: 'Text of the page' });
  await area.evaluate((element, wanted) => {
    const text = element as HTMLTextAreaElement;
    const end = text.value.indexOf(wanted) + wanted.length;
    text.focus();
    text.setSelectionRange(end, end);
  }, words);
  for (const _ of words) await page.keyboard.press('Shift+ArrowLeft');
};

it('QUOTE a row says that it is not quoted yet; words selected by keyboard become its quote, marked and saved', async () => {
  const form = await openRow('Risk Analytics');
  await form.getByText('Not quoted yet').waitFor();
  await lineOf('Risk Analytics')
    .getByText(/, not quoted yet\.$/)
    .waitFor();
  await form.getByRole('button', { name: 'Read the page' }).click();
  await form.getByRole('textbox', { name: 'Text of the page' }).waitFor();
  const leftOf = async (name: string) =>
    (await form.getByRole('textbox', { name, exact: true }).boundingBox())?.x ?? 0;
  expect(await leftOf('Text of the page')).toBeGreaterThan((await leftOf('Quote')) + 200);
  expect(await findViolations(page)).toEqual([]);
  await selectByKeys(QUOTE);
  await page.keyboard.type('x');
  await selectByKeys(QUOTE);
  await page.keyboard.press('Enter');
  expect(await form.getByLabel('Quote', { exact: true }).inputValue()).toBe(QUOTE);
  await form.getByText('The quote stands on the page once.').waitFor();
  const mark = form.locator('mark');
  expect(await mark.textContent()).toBe(QUOTE);
  await form.getByText('Saved.', { exact: true }).waitFor();
  const path = '/api/coverage?vendor=fundcount&feature=risk-analytics';
  const [row] = await (await page.request.get(path)).json();
  expect(row.quote).toBe(QUOTE);
  // The mark lies under the very words: both layers break their lines alike.
  const [layer, area] = await Promise.all([
    mark.evaluate((element) => element.parentElement?.scrollHeight ?? 0),
    form
      .getByRole('textbox', { name: 'Text of the page' })
      .evaluate((element) => [element.scrollHeight, element.clientHeight]),
  ]);
  expect(area).toEqual([layer, layer]);
  expect(page.problems).toEqual([]);
});

it('QUOTE words selected by mouse become the quote, and words that are not on the page are refused', async () => {
  const form = await openRow('Waterfall Calculation');
  await form.getByRole('button', { name: 'Read the page' }).click();
  const area = form.getByRole('textbox', { name: 'Text of the page' });
  const box = await area.boundingBox();
  const { x = 0, y = 0, width = 0 } = box ?? {};
  await page.mouse.move(x + 14, y + 24);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + 24, { steps: 5 });
  await page.mouse.up();
  const quote = form.getByLabel('Quote', { exact: true });
  await expect.poll(() => quote.inputValue()).toMatch(/^The office keeps/);
  await form
    .getByText(/^These words are on the page \d+ times/)
    .first()
    .waitFor();
  await quote.fill('Positions are never reconciled with custodians.');
  await form.getByText('These words are not on the page').first().waitFor();
  await quote.fill('');
  await form.getByText('Saved.', { exact: true }).waitFor();
});

it('QUOTE a page that cannot be read says why', async () => {
  const form = await openRow('Trust Accounting');
  await form.getByLabel('Address of the page').fill(`${outside.url}/none`);
  await form.getByRole('button', { name: 'Read the page' }).click();
  await form.getByText('The page could not be read: The page answered 404').waitFor();
});

it('QUOTE the form of one row has the text of the page as well, and says what stands outside of the article', async () => {
  const prose = `<p>${FILLER}</p>`;
  outside.pages.set('/aside', {
    body: `<article>${prose}</article><aside class="sidebar"><p>${QUOTE}</p></aside>`,
  });
  const [row] = await (await page.request.get('/api/coverage?vendor=fundcount')).json();
  await page.goto(`/admin/coverage/${row.id}?vendor=fundcount`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address of the page').fill(`${outside.url}/aside`);
  await dialog.getByRole('button', { name: 'Read the page' }).click();
  await dialog.getByRole('textbox', { name: 'Text of the page' }).waitFor();
  await dialog.getByLabel('Quote', { exact: true }).fill(QUOTE);
  await dialog.getByText('The quote stands on the page once, outside of the article.').waitFor();
  await selectByKeys('knows its numbers.');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => dialog.getByLabel('Quote', { exact: true }).inputValue())
    .toBe('knows its numbers.');
});

it('QUOTE the sources of a vendor take their quotes from the text of the page', async () => {
  const origin = { headers: { origin: site.url } };
  const sources = [{ field: 'founded', value: '2001', url: `${outside.url}/page` }];
  const data = { name: 'Quoted', slug: 'quoted', sources };
  await page.request.post('/api/vendors', { data, ...origin });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/vendors?q=Quoted');
  await settle(page);
  await page.getByRole('button', { name: /^Edit Quoted/ }).click();
  const record = page.getByRole('group', { name: 'Sources' });
  await record.getByText('Not quoted yet').waitFor();
  await record.getByRole('button', { name: 'Read the page' }).click();
  await selectByKeys(QUOTE);
  await page.keyboard.press('Enter');
  await record.getByText('The quote stands on the page once.').waitFor();
  expect(await record.getByText('Found with').count()).toBe(0);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(
      async () => (await (await page.request.get('/api/vendors/quoted')).json()).sources[0].quote,
    )
    .toBe(QUOTE);
});
