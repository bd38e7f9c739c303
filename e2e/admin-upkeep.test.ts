import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type LoopbackServer, startLoopback } from '#testing/servers/loopback.ts';
import { type EditorPage, hasFocus, openPanel, settle } from './admin-helpers.ts';
import { loseResponse } from './public-support.ts';

let site: BrowserSite;
let outside: LoopbackServer;
beforeAll(async () => {
  outside = await startLoopback((request, response) => {
    const status = request.url === '/better' ? 200 : 404;
    response.writeHead(status, { 'content-type': 'text/html' }).end('<title>Source</title>');
  });
  site = await startBrowserSite({
    data: 'starter',
    settings: { FETCH_ALLOW_HOSTS: outside.hostPort },
  });
});
afterAll(async () => {
  await site.close();
  await outside.close();
});

const sourceOf = (path: string, checkedOn: string) => ({
  field: 'founded',
  value: `Read at ${path}`,
  url: `${outside.url}${path}`,
  checkedOn,
});

const makeVendor = async (page: EditorPage, slug: string, sources: object[]) => {
  const made = await page.request.post('/api/vendors', {
    data: { name: slug, slug, isPublished: true, sources },
    headers: { origin: site.url },
  });
  expect(made.status(), await made.text()).toBe(201);
};

it('a dead source reaches the queue and is replaced everywhere', async () => {
  const page = await openPanel(site, '/admin/trash', { viewport: { width: 1440, height: 900 } });
  await makeVendor(page, 'dead-source', [sourceOf('/gone', '2026-11-01')]);
  // A page that was emptied gives way to the one before.
  await page.goto('/admin/link-checks?q=gone&page=2');
  await page.getByRole('heading', { name: `${outside.url}/gone` }).waitFor();
  await page.getByText('Links are not checked by themselves').waitFor();
  const row = page.getByRole('listitem').filter({ hasText: '/gone' }).first();
  await row.getByRole('button', { name: /^Check now/ }).click();
  await row.getByText('Failing', { exact: true }).waitFor();
  await row.getByText('It answered 404').waitFor();
  await hasFocus(row.getByRole('button', { name: /^Check now/ }));
  // Two failures and eight days later.
  await site.db.execute(sql`update link_checks set failures = 2, failing_since = now() - interval '8 days'
    where url = ${`${outside.url}/gone`}`);
  await row.getByRole('button', { name: /^Check now/ }).click();
  await row.getByText('Dead', { exact: true }).waitFor();

  await page.goto('/admin/upkeep?kind=dead-link');
  const due = page.getByRole('listitem', { name: 'Dead link: dead-source' });
  await due.getByRole('link', { name: `Replace ${outside.url}/gone` }).click();
  await row.getByRole('button', { name: /^Replace address/ }).click();
  await row.getByLabel('New address').fill(`${outside.url}/better`);
  await row.getByRole('button', { name: 'Replace in 1 place' }).click();
  await page.getByText('Replaced in 1 item', { exact: true }).first().waitFor();
  await page.goto('/admin/upkeep?kind=dead-link');
  await page.getByText('Nothing is due.').waitFor();
  const { sources } = await (await page.request.get('/api/vendors/dead-source')).json();
  expect(sources[0].url).toBe(`${outside.url}/better`);
  expect(page.problems).toEqual([]);
});

it('goes through the queue by J and K, verifies one row by V, and edits by E', async () => {
  const page = await openPanel(site, '/admin/trash');
  await makeVendor(page, 'old-facts', [
    sourceOf('/one', '2020-01-01'),
    sourceOf('/two', '2020-02-02'),
  ]);
  await page.goto('/admin');
  await page.getByRole('link', { name: /^Checked long ago/ }).waitFor();
  await settle(page);
  await page.getByRole('link', { name: /^Checked long ago/ }).click();
  await expect.poll(() => page.url()).toContain('/admin/upkeep?kind=stale-fact');
  const rows = page.getByRole('listitem', { name: 'Checked long ago: old-facts' });
  await expect.poll(() => rows.count()).toBe(2);
  await rows.first().focus();
  await page.keyboard.press('j');
  await expect.poll(() => page.locator('[data-entry]:focus').textContent()).toContain('/two');
  await page.keyboard.press('k');
  await expect.poll(() => page.locator('[data-entry]:focus').textContent()).toContain('/one');
  await page.keyboard.press('v');
  await page.getByText('old-facts: verified today', { exact: true }).first().waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  await expect.poll(() => page.locator('[data-entry]:focus').textContent()).toContain('/two');
  const { sources } = await (await page.request.get('/api/vendors/old-facts')).json();
  expect(sources[1].checkedOn).toBe('2020-02-02');
  await page.keyboard.press('e');
  await page.getByRole('dialog', { name: 'Edit Vendor' }).waitFor();
  expect(page.problems).toEqual([]);
});

it('sends visitors on from a page that is missing, to the one that is spelled alike', async () => {
  const page = await openPanel(site, '/admin/trash');
  await site.db.execute(
    sql`insert into missing_pages values ('/vendors/adepar', 12, now(), 'news.example')`,
  );
  await page.goto('/admin/missing-pages');
  await page.getByText(/Asked for 12 times.*from news\.example/).waitFor();
  const target = page.getByLabel('Send visitors of /vendors/adepar to');
  expect(await target.inputValue()).toBe('/vendors/addepar');
  await loseResponse(page, '**/api/redirects');
  const lost = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: 'Redirect here' }).click();
  await lost;
  await page.getByRole('button', { name: 'Redirect here' }).click();
  await page.getByText('Nobody asked for a page that is not there.').waitFor();
  await page.goto('/vendors/adepar');
  expect(new URL(page.url()).pathname).toBe('/vendors/addepar');
});

it.each([
  [390, 'dark'],
  [820, 'light'],
] as const)('is whole and open to everybody at %i px, %s', async (width, colorScheme) => {
  await site.db.execute(
    sql`insert into missing_pages values (${`/vendors/a-rather-long-name-${width}`}, 2, now(), null)`,
  );
  const page = await openPanel(site, '/admin', { viewport: { width, height: 844 }, colorScheme });
  for (const path of ['/admin/upkeep', '/admin/link-checks', '/admin/missing-pages']) {
    await page.goto(path);
    await settle(page);
    expect([path, ...(await findViolations(page))]).toEqual([path]);
    const scroll = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([path, scroll]).toEqual([path, width]);
  }
  expect(page.problems).toEqual([]);
});
