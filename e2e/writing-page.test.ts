import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type EditorPage, hasFocus, openPanel, save, toast } from './admin-helpers.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const WIDE = { viewport: { width: 1440, height: 900 } };

const surfaceOf = (page: EditorPage) =>
  page.getByRole('dialog').getByRole('textbox', { name: 'Formatted text' }).first();

const previewOf = (page: EditorPage) => page.frameLocator('iframe[title="Preview of the page"]');

it('an answer is written beside its real page, saved, and seen by nobody before', async () => {
  const page = await openPanel(site, '/admin/faq/1', WIDE);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Writing page' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/faq/1/write');
  const preview = previewOf(page);
  await preview.locator('main').waitFor();

  await surfaceOf(page).click();
  await page.keyboard.press('Control+Home');
  const waits: number[] = [];
  for (const word of ['alpha ', 'beta ', 'gamma ', 'delta ', 'epsilon ']) {
    await page.keyboard.type(word);
    const since = Date.now();
    await preview.locator('main').getByText(word.trim()).first().waitFor();
    waits.push(Date.now() - since);
  }
  // The quickest counts, since a busy machine delays any of them.
  expect(Math.min(...waits)).toBeLessThan(500);
  const visitor = await site.newPage();
  const slug = (await (await visitor.request.get(`${site.url}/api/faq`)).json())[0].slug;
  expect(await (await visitor.request.get(`${site.url}/faq/${slug}`)).text()).not.toContain(
    'epsilon',
  );

  await dialog.getByRole('navigation', { name: 'Outline' }).waitFor();
  await dialog.getByText(/to read: \d+ words a sentence/).waitFor();
  await dialog.getByRole('heading', { name: /^SEO score/ }).waitFor();
  await save(page);
  await toast(page, 'FAQ updated successfully').waitFor();
  // It stays open, and the notice covers nothing of the text.
  const notice = await page.locator('li[data-state=open]').boundingBox();
  const room = await dialog.locator('[data-toast-room]').boundingBox();
  const [ends, begins] = [notice, room].map((box) => (box?.y ?? 0) + (box?.height ?? 0));
  expect(ends).toBeLessThanOrEqual((begins ?? 0) + 1);
  expect(await findViolations(page)).toEqual([]);
  expect(page.problems).toEqual([]);
  await visitor.context().close();
  await page.context().close();
});

it('text that was not saved is offered after a reload, and a conflict is shown', async () => {
  const page = await openPanel(site, '/admin/faq/2/write', WIDE);
  const dialog = page.getByRole('dialog').first();
  await surfaceOf(page).click();
  await page.keyboard.type('Unsaved ');
  await page.reload();
  await dialog.getByText(/^Unsaved text from/).waitFor();
  await dialog.getByRole('button', { name: 'Restore it' }).click();
  await surfaceOf(page).getByText('Unsaved').waitFor();
  const other = await page.request.put(`${site.url}/api/faq/2`, {
    data: { answer: 'Of somebody else.' },
    headers: { origin: site.url },
  });
  expect(other.ok()).toBe(true);
  await save(page);
  await page.getByRole('dialog', { name: 'Changed by somebody else' }).waitFor();
  await page.context().close();
});

it('on a phone one view stands at a time, source takes the whole height, and nothing is too wide', async () => {
  const page = await openPanel(site, '/admin/faq/3/write', {
    viewport: { width: 320, height: 700 },
  });
  const dialog = page.getByRole('dialog');
  await surfaceOf(page).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click();
  await previewOf(page).locator('main').waitFor();
  expect(await surfaceOf(page).isVisible()).toBe(false);
  await dialog.getByRole('button', { name: 'Details' }).click();
  await dialog.getByLabel('Slug').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Write', exact: true }).click();
  await dialog.getByRole('button', { name: 'Source of Answer' }).click();
  const source = await dialog.getByLabel('Answer').boundingBox();
  expect(source?.height).toBeGreaterThan(400);
  await page.context().close();
});

it('the link picker obeys arrows and Enter, and Done in find leads back to the text', async () => {
  const page = await openPanel(site, '/admin/faq/4/write', WIDE);
  const surface = surfaceOf(page);
  await surface.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+k');
  const link = page.getByRole('dialog', { name: 'Link', exact: true });
  await link.getByLabel('Page or address').fill('Addepar');
  await link.getByRole('button', { name: /^Addepar Vendor/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await surface.locator('a[href]').first().waitFor();
  await hasFocus(surface);
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: 'Find and replace' });
  await bar.getByRole('button', { name: 'Done' }).click();
  await hasFocus(surface);
  await page.context().close();
});

it('ArrowDown in a table goes to the cell below', async () => {
  const page = await openPanel(site, '/admin/faq/new/write', WIDE);
  const surface = surfaceOf(page);
  await surface.click();
  await page
    .getByRole('toolbar', { name: 'Formatting' })
    .getByRole('button', { name: 'Table' })
    .click();
  await page.keyboard.type('Head');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('Below');
  await expect
    .poll(() => surface.locator('tr').nth(1).locator('td').first().textContent())
    .toBe('Below');
  expect(await surface.locator('tr').first().locator('th').count()).toBe(3);
  await page.context().close();
});
