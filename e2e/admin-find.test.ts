import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { openPanel, settle } from './admin-helpers.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

it.each([
  ['screen queue', 'Queue', '/admin/upkeep'],
  ['queue', 'Queue', '/admin/upkeep'],
  ['new vendor', 'New Vendor', '/admin/vendors/new'],
  ['password', 'Your password and passkeys', '/admin/account'],
  ['smtp', 'Integrations', '/admin/settings#integrations'],
  ['nightly', 'Background jobs', '/admin/settings#jobs'],
])('Ctrl-K %s leads to %s', async (words, title, path) => {
  const page = await openPanel(site, '/admin/trash');
  await settle(page);
  await page.keyboard.press('Control+k');
  const find = page.getByRole('dialog', { name: 'Find anything' });
  const input = find.getByRole('combobox');
  expect(await input.getAttribute('aria-expanded')).toBe('false');
  await input.fill(words);
  await find.getByRole('option', { name: title }).first().waitFor();
  expect(await input.getAttribute('aria-expanded')).toBe('true');
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toBe(site.url + path);
  if (path.includes('#')) {
    const heading = page.getByRole('heading', { name: title, exact: true });
    await heading.waitFor();
    const readTop = async () => (await heading.boundingBox())?.y ?? -1;
    await expect.poll(readTop).toBeLessThan(720);
    expect(await readTop()).toBeGreaterThanOrEqual(0);
  }
  await page.context().close();
});

it('Ctrl-K keeps what is chosen in sight, and says when items cannot be searched', async () => {
  const page = await openPanel(site, '/admin/trash', { viewport: { width: 1440, height: 480 } });
  await settle(page);
  await page.keyboard.press('Control+k');
  const find = page.getByRole('dialog', { name: 'Find anything' });
  await find.getByRole('combobox').fill('family');
  await expect.poll(() => find.getByRole('option').count()).toBeGreaterThan(8);
  await page.keyboard.press('ArrowUp');
  const chosen = find.getByRole('option', { selected: true });
  const isInSight = () =>
    chosen.evaluate((option) => {
      const { left, top, bottom } = option.getBoundingClientRect();
      const isAt = (y: number) => option.contains(document.elementFromPoint(left + 20, y));
      return isAt(top + 4) && isAt(bottom - 4);
    });
  await expect.poll(isInSight).toBe(true);
  await page.keyboard.press('ArrowDown');
  await expect.poll(isInSight).toBe(true);
  await page.route('**/api/desk-search*', (route) => route.fulfill({ status: 500, json: {} }));
  await find.getByRole('combobox').fill('quokkas');
  await find.getByText('Items could not be searched.').waitFor();
  expect(await find.getByText('Nothing found').count()).toBe(0);
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

it('without an AI service a rewrite is offered nowhere, and who can set one up is said', async () => {
  const page = await openPanel(site, '/admin/trash');
  const data = {
    title: 'No rewrite of this',
    slug: 'no-rewrite-of-this',
    originalContent: 'Words.',
    originalUrl: 'https://wire.example/n',
    status: 'draft',
  };
  const made = await page.request.post('/api/news', { data, headers: { origin: site.url } });
  expect(made.status()).toBe(201);
  await page.goto('/admin/news?q=No+rewrite+of+this');
  await page.getByRole('heading', { name: data.title }).waitFor();
  await page
    .getByText('No AI service is set up. The person who runs the server sets its address')
    .waitFor();
  await settle(page);
  const offers = page.getByRole('button', { name: /^Rewrite/ });
  await page.getByRole('checkbox', { name: `Select ${data.title}` }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).first().waitFor();
  expect(await offers.count()).toBe(0);
  expect(page.problems).toEqual([]);
  await page.context().close();
});

it('Ctrl-K finds no action for a viewer that only an editor may take', async () => {
  const role = (name: string) =>
    site.db.execute(sql`update users set role = ${name} where email = 'editor@example.com'`);
  await role('viewer');
  const page = await openPanel(site, '/admin/trash');
  await settle(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('vendor');
  await page.getByRole('option', { name: 'Export Vendors as CSV' }).waitFor();
  expect(await page.getByRole('option', { name: 'New Vendor' }).count()).toBe(0);
  await role('owner');
  await page.context().close();
});
