import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { coversNothingOf, openPanel, settle } from './admin-helpers.ts';

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
  for (const key of ['j', 'k']) {
    await page.keyboard.press(key);
    await expect
      .poll(() => page.locator('[data-entry]:focus').getAttribute('aria-label'))
      .toBe(first);
    await page.reload();
    await page.locator('[data-entry]').first().waitFor();
    await settle(page);
  }
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

it('V, J, K and E work in Evidence on arrival', async () => {
  await site.db.execute(sql`update coverage set checked_on = '2020-01-01'
    where vendor_id = (select id from vendors where slug = 'addepar')`);
  const page = await openPanel(site, '/admin/coverage?vendor=addepar&show=stale');
  await page.locator('[data-pair]').first().waitFor();
  await settle(page);
  await page.keyboard.press('v');
  const today = new Date().toISOString().slice(0, 10);
  await expect
    .poll(async () => {
      const { rows } = await site.db.execute(sql`select checked_on::text as day from coverage
        where checked_on::text > '2020-01-02' and vendor_id = (select id from vendors where slug = 'addepar')`);
      return rows;
    })
    .toEqual([{ day: expect.stringContaining(today) }]);
  await settle(page);
  const focused = page.locator('[data-pair]:focus');
  await page.keyboard.press('j');
  await expect.poll(() => focused.count()).toBe(1);
  const first = await focused.getAttribute('aria-label');
  await page.keyboard.press('j');
  await expect.poll(() => focused.getAttribute('aria-label')).not.toBe(first);
  await page.keyboard.press('k');
  await expect.poll(() => focused.getAttribute('aria-label')).toBe(first);
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

it.each([390, 1024, 1440])(
  'a notice covers nothing of a line of Evidence at %i px',
  async (width) => {
    const page = await openPanel(site, '/admin/coverage?vendor=addepar', {
      viewport: { width, height: 780 },
    });
    await page.locator('[data-pair]').nth(6).waitFor();
    await settle(page);
    const lines = page.locator('[data-pair]');
    await lines.filter({ hasNotText: 'Not confirmed' }).first().focus();
    await page.keyboard.press('0');
    await page.getByText('The evidence is in the trash.').first().waitFor();
    await lines.nth(5).focus();
    await page.keyboard.press('e');
    const form = lines.nth(5).locator('form');
    await form.waitFor();
    await coversNothingOf(page, form);
    await page.context().close();
  },
);

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
  ['smtp', 'Mail', '/admin/settings#mail'],
  ['nightly', 'Timed jobs', '/admin/settings#timed-jobs'],
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
    .getByText('No AI service is set up. An owner of this site can set one up in the panel')
    .waitFor();
  await settle(page);
  const offers = page.getByRole('button', { name: /^Rewrite/ });
  await page.getByRole('checkbox', { name: `Select ${data.title}` }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).first().waitFor();
  expect(await offers.count()).toBe(0);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/rewrite')) asked += 1;
  });
  await page.getByRole('button', { name: 'Dense list' }).click();
  await page.getByText('D: delete', { exact: false }).waitFor();
  expect(await page.getByText('R: rewrite').count()).toBe(0);
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByText('undo the last delete').waitFor();
  await settle(page);
  expect(await dialog.getByText('rewrite', { exact: true }).count()).toBe(0);
  expect(asked).toBe(0);
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
