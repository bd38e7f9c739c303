import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type LoopbackServer, startLoopback } from '#testing/servers/loopback.ts';
import { type EditorPage, hasFocus, openPanel, settle } from './admin-helpers.ts';

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
  await rows.filter({ hasText: '/one' }).getByRole('button', { name: 'Mark verified' }).click();
  await page.getByText('old-facts: verified today', { exact: true }).first().waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await rows.textContent()).toContain('/two');
  const { sources } = await (await page.request.get('/api/vendors/old-facts')).json();
  expect(sources[1].checkedOn).toBe('2020-02-02');
  await rows.getByRole('link', { name: 'Edit old-facts' }).click();
  await page.getByRole('dialog', { name: 'Edit Vendor' }).waitFor();
  expect(page.problems).toEqual([]);
});

it.each([
  [390, 'dark'],
  [820, 'light'],
] as const)('is whole and open to everybody at %i px, %s', async (width, colorScheme) => {
  const page = await openPanel(site, '/admin', { viewport: { width, height: 844 }, colorScheme });
  for (const path of ['/admin/upkeep', '/admin/link-checks']) {
    await page.goto(path);
    await settle(page);
    expect([path, ...(await findViolations(page))]).toEqual([path]);
    const scroll = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([path, scroll]).toEqual([path, width]);
  }
  expect(page.problems).toEqual([]);
});
