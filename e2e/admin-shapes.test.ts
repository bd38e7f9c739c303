import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { users } from '#modules/auth/auth.tables.server.ts';
import { listViews } from '#modules/views/views.table.server.ts';
import { runAxe } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type EditorPage, openPanel, settle } from './admin-helpers.ts';

let site: BrowserSite;
let page: EditorPage;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
  const person = { email: 'paula@example.com', firstName: 'Paula', lastName: 'Stone' };
  await site.db.insert(users).values({ ...person, role: 'publisher', authProvider: 'password' });
});
afterAll(() => site.close());

const open = async (path: string, width = 1440) => {
  page = await openPanel(site, path, { viewport: { width, height: 900 } });
  await settle(page);
};
beforeEach(() => () => page.context().close());

const rows = () => page.locator('[data-row]');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const read = async (path: string) => (await page.request.get(path)).json();
const send = async (method: 'post' | 'put', path: string, data: object) => {
  const response = await page.request[method](`${site.url}${path}`, {
    data,
    headers: { origin: site.url },
  });
  expect([path, response.ok()]).toEqual([path, true]);
  return response.json();
};
const addFilter = async (field: string, choose?: string) => {
  await button('Add filter').click();
  await dialog().getByLabel('Field').selectOption({ label: field });
  if (choose) await dialog().getByLabel(choose).check();
  await dialog().getByRole('button', { name: 'Add filter' }).click();
  await dialog().waitFor({ state: 'detached' });
  await settle(page);
};
const expectSound = async () => {
  const { violations } = await runAxe(page);
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  const root = page.locator('html');
  expect(await root.evaluate((html) => html.scrollWidth > html.clientWidth)).toBe(false);
};

it('31.7 finds what has a draft, is in review, is mine or is by an author, by name', async () => {
  await open('/admin/faq');
  const question = 'Only for this list?';
  const item = { question, answer: 'Yes.', slug: 'only-for-this-list', isPublished: true };
  const { id } = await send('post', '/api/faq', item);
  await send('put', `/api/faq/${id}/draft`, { answer: 'Yes, and later.' });
  await send('put', '/api/review-setting', { isOn: true });
  await send('put', `/api/faq/${id}/review`, { state: 'in review', assignee: null });
  for (const [field, chip] of [
    ['Has a draft', 'Has a draft yes'],
    ['In review', 'In review yes'],
    ['Mine', 'Mine yes'],
  ] as const) {
    await page.goto('/admin/faq');
    await settle(page);
    await addFilter(field);
    await page.getByRole('link', { name: `Remove ${chip}` }).waitFor();
    await expect.poll(() => rows().count()).toBe(1);
    expect(await rows().getByRole('heading').textContent()).toBe(question);
  }
  await page.goto('/admin/faq');
  await settle(page);
  await addFilter('Author', 'Paula Stone');
  await page.getByRole('link', { name: 'Remove Author is any of Paula Stone' }).waitFor();
  await page.getByText('Nothing matches.').waitFor();
});

it('31.7 has a view that a colleague shares, and a colleague who is new, without a reload', async () => {
  page = await site.newPage({ viewport: { width: 1440, height: 900 } });
  await page.clock.install();
  await site.signIn(page);
  await page.goto('/admin/faq');
  await settle(page);
  const [ada] = await site.db
    .insert(users)
    .values({
      email: 'ada@example.com',
      firstName: 'Ada',
      role: 'editor',
      authProvider: 'password',
    })
    .returning({ id: users.id });
  const shared = { collection: 'faq', name: 'Of Ada', isShared: true, search: { q: 'tax' } };
  await site.db.insert(listViews).values({ ...shared, userId: ada?.id ?? 0 });
  await page.clock.fastForward(61_000);
  await page
    .getByRole('link', { name: /^Glossary/ })
    .first()
    .click();
  await page.waitForURL('**/glossary');
  await page.goBack();
  await page.getByLabel('View', { exact: true }).getByText('Of Ada').waitFor({ state: 'attached' });
  await addFilter('Author', 'Ada');
  await page.getByRole('link', { name: 'Remove Author is any of Ada' }).waitFor();
});

it('31.7 shapes the news: filter, columns, a saved view with its publisher, keys and a bulk edit', async () => {
  await open('/admin/news');
  for (const [at, source] of [
    [1, 'Desk Wire'],
    [2, 'Other Wire'],
    [3, 'Desk Wire'],
  ] as const) {
    const title = `Article ${at} of the shapes`;
    const text = { originalContent: 'A short text.', originalUrl: `https://example.com/${at}` };
    const slug = `article-${at}-of-the-shapes`;
    await send('post', '/api/news', { title, slug, ...text, originalPublisher: source });
  }
  await page.goto('/admin/news?filter=title:contains:of the shapes');
  await settle(page);
  await expect.poll(() => rows().count()).toBe(3);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  expect(await rows().nth(1).getByRole('checkbox').isChecked()).toBe(true);
  await page.keyboard.press('/');
  expect(await page.getByLabel('Search articles').evaluate((one) => one.matches(':focus'))).toBe(
    true,
  );

  await button('Columns').click();
  await dialog().getByLabel('Created', { exact: true }).check();
  await button('Show table').click();
  await page.getByRole('columnheader', { name: /^Created/ }).waitFor();
  await page.getByLabel('Publisher').selectOption('Desk Wire');
  await expect.poll(() => rows().count()).toBe(2);
  await expectSound();
  await button('Save view').click();
  await dialog().getByLabel('Name').fill('The wire');
  await dialog().getByRole('button', { name: 'Save view' }).click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByLabel('View', { exact: true }).selectOption({ label: 'All items' });
  await page.getByRole('columnheader').first().waitFor({ state: 'detached' });
  await page.getByLabel('View', { exact: true }).selectOption({ label: 'The wire' });
  await expect.poll(() => rows().count()).toBe(2);
  // A browser that remembers the dense list shows the columns of a view all the same.
  await page.getByLabel('View', { exact: true }).selectOption({ label: 'All items' });
  await button('Dense list').click();
  await page.locator('[data-article]').first().waitFor();
  await page.getByLabel('View', { exact: true }).selectOption({ label: 'The wire' });
  await page.getByRole('columnheader', { name: /^Created/ }).waitFor();
  await button('Dense list').click();
  await page.getByRole('columnheader').first().waitFor({ state: 'detached' });
  expect(page.url()).not.toContain('columns=');
  await button('Cards').click();
  await page.getByLabel('View', { exact: true }).selectOption({ label: 'The wire' });
  await expect.poll(() => rows().count()).toBe(2);

  for (const at of [0, 1]) await rows().nth(at).getByRole('checkbox').check();
  await button('Edit a field').click();
  await dialog().getByLabel('Field').selectOption({ label: 'Category' });
  await dialog().getByLabel('New value').fill('The desk');
  await button('Preview').click();
  await button('Change 2').click();
  await dialog().getByText('2 changed, 0 unchanged, 0 refused').waitFor();
  const changed = await read(
    '/api/news?include_all_statuses=true&filter=title:contains:of the shapes',
  );
  const given = changed.map(({ category }: { category: string }) => category);
  expect(given.filter((category: string) => category === 'The desk')).toHaveLength(2);
});

it('31.7 shows all evidence as a list with filters, and leads back to vendors and features', async () => {
  await open('/admin/coverage');
  await page.getByRole('link', { name: 'All lines' }).click();
  await expect.poll(() => rows().count()).toBe(50);
  await button('Add filter').click();
  await dialog().getByLabel('Field').selectOption({ label: 'Level' });
  await dialog().getByLabel('absent').check();
  await dialog().getByRole('button', { name: 'Add filter' }).click();
  const absent = await read('/api/coverage?limit=50&filter=level:any:absent');
  await expect.poll(() => rows().count()).toBe(absent.length);
  await page.getByRole('link', { name: 'By vendor or feature' }).click();
  await page.getByRole('link', { name: 'All lines' }).waitFor();
});

it.each(['/admin/pages', '/admin/content-hub-configs'])(
  '31.7 obeys the keys of lists and shows columns at %s',
  async (path) => {
    await open(path, 1440);
    await rows().first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    expect(await rows().nth(1).getByRole('checkbox').isChecked()).toBe(true);
    await page.goto(`${path}?columns=createdAt`);
    await page.getByRole('columnheader', { name: /^Created/ }).waitFor();
    await expectSound();
    await page.keyboard.press('e');
    await page.getByRole('form').or(dialog()).first().waitFor();
    await page.setViewportSize({ width: 320, height: 800 });
    await expectSound();
  },
);
