import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { openPanel, settle } from './admin-helpers.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const makeOld = async (page: Awaited<ReturnType<typeof openPanel>>, slug: string) => {
  const source = {
    field: 'founded',
    value: 'x',
    url: 'https://old.example/',
    checkedOn: '2020-01-01',
  };
  const data = { name: slug, slug, isPublished: true, sources: [source] };
  const made = await page.request.post('/api/vendors', { data, headers: { origin: site.url } });
  expect(made.status()).toBe(201);
};

it('J, V and E work on the queue on arrival, without a click or Tab', async () => {
  const page = await openPanel(site, '/admin/trash');
  await makeOld(page, 'old-one');
  await makeOld(page, 'old-two');
  await page.goto('/admin/upkeep?kind=stale-fact');
  await page.locator('[data-entry]').first().waitFor();
  await settle(page);
  const count = await page.locator('[data-entry]').count();
  const first = await page.locator('[data-entry]').first().getAttribute('aria-label');
  await page.keyboard.press('j');
  await expect
    .poll(() => page.locator('[data-entry]:focus').getAttribute('aria-label'))
    .toBe(first);
  await page.reload();
  await page.locator('[data-entry]').first().waitFor();
  await settle(page);
  await page.keyboard.press('v');
  await page
    .getByText(/: verified today$/)
    .first()
    .waitFor();
  await expect.poll(() => page.locator('[data-entry]').count()).toBe(count - 1);
  await page.keyboard.press('e');
  await page.getByRole('dialog', { name: /^Edit / }).waitFor();
  expect(page.problems).toEqual([]);
});

it('J and E work in Evidence on arrival', async () => {
  const page = await openPanel(site, '/admin/coverage?vendor=addepar');
  await page.locator('[data-pair]').first().waitFor();
  await settle(page);
  await page.keyboard.press('j');
  await expect.poll(() => page.locator('[data-pair]:focus').count()).toBe(1);
  await page.keyboard.press('e');
  await page.locator('[data-pair] form').waitFor();
  // In a field the letters are letters.
  await page
    .locator('[data-pair] form textarea, [data-pair] form input[type=text]')
    .first()
    .focus();
  await page.keyboard.press('j');
  expect(await page.locator('[data-pair] form').count()).toBe(1);
  expect(page.problems).toEqual([]);
});

it.each([
  [320, 'dark'],
  [1440, 'light'],
] as const)(
  '? lists the shortcuts at %i px, %s, and turns single keys off',
  async (width, colorScheme) => {
    const page = await openPanel(site, '/admin/upkeep', {
      viewport: { width, height: 844 },
      colorScheme,
    });
    await settle(page);
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('verify: you have looked today and it holds').waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await dialog.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await settle(page);
    await page.keyboard.press('?');
    expect(await dialog.count()).toBe(0);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await dialog.getByRole('checkbox').check();
  },
);

it.each([
  ['screen queue', 'Queue', '/admin/upkeep'],
  ['queue', 'Queue', '/admin/upkeep'],
  ['new vendor', 'New Vendor', '/admin/vendors/new'],
  ['password', 'Your password and passkeys', '/admin/account'],
])('Ctrl-K %s leads to %s', async (words, title, path) => {
  const page = await openPanel(site, '/admin/trash');
  await settle(page);
  await page.keyboard.press('Control+k');
  const find = page.getByRole('dialog', { name: 'Find anything' });
  await find.getByRole('combobox').fill(words);
  await find.getByRole('option', { name: title }).first().waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  await page.context().close();
});

it('Ctrl-K changes the theme', async () => {
  const page = await openPanel(site, '/admin/trash');
  await settle(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('dark theme');
  await page.getByRole('option', { name: 'Dark theme' }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});
