import { afterAll, beforeAll, expect, it } from 'vitest';
import { COLORS, findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { openPanel, settle } from './admin-helpers.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
  await plan();
});

/** A draft over the second answer, which is ready and waits for its time. */
const plan = async () => {
  const page = await openPanel(site, '/admin');
  const send = async (method: string, path: string, data: object = {}) => {
    const headers = { origin: site.url };
    const url = `${site.url}/api${path}`;
    const response = await page.context().request.fetch(url, { method, data, headers });
    expect([path, response.ok()]).toEqual([path, true]);
  };
  await send('PUT', '/faq/2/draft', { question: 'What is it to become?' });
  await send('POST', '/faq/2/draft/ready');
  await send('POST', '/faq/2/schedule', { publishAt: '2030-12-03T09:00:00+01:00' });
  await page.context().close();
};
afterAll(() => site.close());

const SCREENS = [
  '/admin',
  '/admin/users',
  '/admin/tokens',
  '/admin/webhooks',
  '/admin/activity',
  '/admin/account',
  '/admin/faq',
  '/admin/faq/1',
  '/admin/vendors/1',
  '/admin/comparisons/1',
  '/admin/pages',
  '/admin/landing-pages/new',
  '/admin/content-hub-configs/new',
  '/admin/coverage?vendor=fundcount',
  '/admin/coverage?feature=general-ledger',
  '/admin/media',
  '/admin/faq/2',
  '/admin/inbox',
  '/admin/trash',
  '/admin/corrections',
];

it('axe finds nothing in the panel, by day and by night, and nothing is wider than a phone', async () => {
  const page = await openPanel(site, '/admin', { colorScheme: 'light' });
  const found: string[][] = [];
  const look = async (path: string) => {
    const byDay = await findViolations(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    const byNight = await findViolations(page, COLORS);
    await page.emulateMedia({ colorScheme: 'light' });
    if (byDay.length > 0) found.push([path, ...byDay]);
    if (byNight.length > 0) found.push([path, 'by night', ...byNight]);
  };
  const desk = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const path of SCREENS) {
    await page.goto(path);
    await settle(page);
    if (/\/(new|\d+)$/.test(path))
      await page.getByRole('dialog').or(page.getByRole('form')).first().waitFor();
    await look(path);
    await page.setViewportSize({ width: 390, height: 844 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width !== 390) found.push([path, `${width} px wide on a phone`]);
    await page.setViewportSize(desk);
  }
  // A table in a formatted text is as wide as the form.
  await page.setViewportSize({ width: 390, height: 844 });
  const article = await page.request.get('/api/news/capital-call-lifecycle-explained');
  await page.goto(`/admin/news/${(await article.json()).id}`);
  await page.getByRole('textbox', { name: 'Formatted text' }).getByRole('table').first().waitFor();
  await look('/admin/news');
  // The form begins at what is chosen, and its buttons share a row however little room there is.
  const own = page.getByLabel('Our own');
  await expect.poll(() => own.evaluate((box) => box === document.activeElement)).toBe(true);
  for (const width of [820, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const buttons = page.getByRole('button', { name: /^(Cancel|Save as draft|Save)$/ });
    const tops = await buttons.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().y),
    );
    expect([width, tops.length, new Set(tops).size]).toEqual([width, 3, 1]);
  }
  // The list of vendors, which would cover the fields below, stays closed.
  await page.goto('/admin/coverage/1');
  const vendor = page.getByRole('dialog').getByRole('combobox', { name: 'Vendor' });
  await expect.poll(() => vendor.evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await page.getByRole('listbox').count()).toBe(0);
  await vendor.press('ArrowDown');
  await page.getByRole('option').first().waitFor();
  // A page's actions are in sight on a phone, and no column is missing (A4.02).
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/pages');
  await page.getByRole('columnheader', { name: 'Actions' }).waitFor();
  const columns = ['Title', 'Slug', 'Status', 'Footer', 'Order', 'Updated', 'Actions'];
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(columns);
  const last = await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .boundingBox();
  expect((last?.x ?? 390) + (last?.width ?? 0)).toBeLessThanOrEqual(390);
  await page.context().clearCookies();
  await page.goto('/auth');
  await page.getByLabel('Email').waitFor();
  await look('/auth');
  await page.context().close();
  expect(found).toEqual([]);
});
