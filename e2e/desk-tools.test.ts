import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { answer, openPanel, save, settle, toast } from './admin-helpers.ts';
import { open, watchApi } from './public-support.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const file = (name: string) => ({ name, mimeType: 'image/png', buffer: PNG });

it('free lists suggest what exists', async () => {
  // Another name with each try: a slug is used once.
  const name = `Listed Software ${Date.now()}`;
  const page = await openPanel(site, '/admin/vendors/new');
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill(name);
  const markets = form.getByLabel('Markets');
  await markets.fill('Somewhere\nsingle');
  const offered = form.getByRole('list', { name: 'Used already in Markets' });
  await offered.getByRole('button', { name: 'Single Family Offices', exact: true }).click();
  await expect.poll(() => markets.inputValue()).toBe('Somewhere\nSingle Family Offices');
  await form.getByLabel('Description', { exact: true }).first().fill('A test of lists.');
  await save(page);
  await toast(page, 'Vendor created successfully').waitFor();

  const { markets: stored } = (
    await (await page.request.get(`${site.url}/api/vendors?q=${encodeURIComponent(name)}`)).json()
  )[0];
  expect(stored).toEqual(['Somewhere', 'Single Family Offices']);
  expect(page.problems).toEqual([]);
  await page.context().close();
});

it('the media library describes, replaces and deletes pictures', async () => {
  const page = await openPanel(site, '/admin/media');
  await page.locator('input[type="file"][multiple]').setInputFiles([file('a.png')]);
  await page.getByText('1 picture', { exact: true }).waitFor();
  const card = page.locator('section li').filter({ has: page.getByLabel('Alt text') });
  await card.getByText('Nothing shows it.').waitFor();
  await card.getByLabel('Alt text').fill('A plain square');
  await card.getByLabel('Credit').fill('Photo: our own');
  await card.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Picture updated successfully').waitFor();
  const address = await card.locator('img').getAttribute('src');

  await page.goto('/admin/glossary/new');
  const form = page.getByRole('dialog');
  await form.getByLabel('Term', { exact: true }).fill('Pictured term');
  await form.getByLabel('Definition').fill(`![A plain square](${address})`);
  await save(page);
  await toast(page, 'Glossary Term created successfully').waitFor();

  await page.goto('/admin/media');
  await card.getByRole('link', { name: 'Glossary Term: Pictured term' }).waitFor();
  await card.locator('input[type="file"]').setInputFiles(file('b.png'));
  await page.getByText('Show b.png instead in 1 item?').waitFor();
  await answer(page, 'Replace');
  await toast(page, 'Replaced in 1 item').waitFor();
  await page.getByText('2 pictures', { exact: true }).waitFor();
  await page.getByText('Only an earlier version shows it.').waitFor();
  const term = await (await page.request.get(`${site.url}/api/glossary/pictured-term`)).json();
  expect(term.definition).toMatch(/^!\[A plain square\]\(\/uploads\/[0-9a-f]{32}\.webp\)$/);
  expect(term.definition).not.toContain(address);

  await page.locator('input[type="file"][multiple]').setInputFiles([file('c.png')]);
  await page.getByText('3 pictures', { exact: true }).waitFor();
  await page.getByLabel('Show').selectOption('unused');
  await page.getByText('1 picture', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Delete' }).click();
  await answer(page, 'Delete');
  await toast(page, 'Picture deleted successfully').waitFor();
  await page.getByText('No pictures here.').waitFor();
  expect(page.problems).toEqual([]);
  await page.context().close();
});

it('Ctrl-K finds an item by words of its text, and a public page leads to its form', async () => {
  const page = await openPanel(site, '/admin');
  await page.getByRole('button', { name: 'Find anything' }).waitFor();
  await settle(page);
  const calls = watchApi(page);
  await page.keyboard.press('Control+k');
  const find = page.getByRole('dialog', { name: 'Find anything' });
  await find.getByRole('combobox', { name: 'Words of an item' }).focus();
  // However long the typing takes, it is one search without a pause.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.type('quokkas in waistcoats');
  await page.clock.resume();
  await find.getByText('Nothing found').waitFor();
  expect(calls.filter((call) => call.includes('/api/desk-search'))).toEqual([
    'GET /api/desk-search?q=quokkas+in+waistcoats',
  ]);
  await find.getByRole('combobox').fill('12 outsiders with light use');
  await find.getByRole('option', { name: /virtual family office use the same software/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Edit FAQ' }).waitFor();
  expect(page.url()).toMatch(/\/admin\/faq\/\d+$/);

  await page.goto('/vendors/addepar');
  await page.getByRole('link', { name: 'Edit this Vendor' }).click();
  await page.getByRole('dialog', { name: 'Edit Vendor' }).waitFor();
  expect(page.problems).toEqual([]);
  await page.context().close();

  const visitor = await site.newPage();
  await open(visitor, '/vendors/addepar');
  expect(await visitor.getByRole('link', { name: /^Edit(?!orial)/ }).count()).toBe(0);
  await visitor.context().close();
});
