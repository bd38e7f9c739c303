import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runAxe } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type EditorPage, openPanel, settle, toast } from './admin-helpers.ts';

let site: BrowserSite;
let page: EditorPage;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const open = async (path: string, width = 1440) => {
  page = await openPanel(site, path, { viewport: { width, height: 900 } });
  await settle(page);
};
beforeEach(() => () => page.context().close());

const cards = () => page.locator('[data-item-card]');
const rows = () => page.locator('tr[data-row]');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const read = async (path: string) => (await page.request.get(path)).json();
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
const expectSound = async () => {
  const { violations } = await runAxe(page);
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
};
const isWide = () =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

it('31.7 filters a list by a field, and the address shares it', async () => {
  await open('/admin/faq');
  const [{ category }] = await read('/api/faq?limit=1&filter=category:filled');
  const found = await read(`/api/faq?filter=category:any:${encodeURIComponent(category)}`);
  await button('Add filter').click();
  await dialog().getByLabel('Field').selectOption({ label: 'Category' });
  await dialog().getByLabel('Condition').selectOption({ label: 'is any of' });
  await dialog().getByLabel('Value').fill(category);
  await expectSound();
  await dialog().getByRole('button', { name: 'Add filter' }).click();
  await expect.poll(() => cards().count()).toBe(Math.min(found.length, 50));
  const address = page.url();
  expect(new URL(address).searchParams.get('filter')).toBe(`category:any:${category}`);
  await page.reload();
  await expect.poll(() => cards().count()).toBe(Math.min(found.length, 50));
  await page.getByRole('link', { name: `Remove Category is any of ${category}` }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('filter')).toBeNull();
});

it('31.7 shows chosen columns as a table that each of them orders, and goes back to cards', async () => {
  await open('/admin/faq');
  await button('Columns').click();
  await dialog().getByLabel('Category', { exact: true }).check();
  await dialog().getByLabel('Changed', { exact: true }).check();
  await button('Show table').click();
  await rows().first().waitFor();
  expect(new URL(page.url()).searchParams.get('columns')).toBe('category,updatedAt');
  await expectSound();
  await page
    .getByRole('columnheader', { name: /^Category/ })
    .getByRole('link')
    .click();
  await page.getByRole('columnheader', { name: /^Category ?, in ascending order$/ }).waitFor();
  await settle(page);
  const listed = await read('/api/faq?limit=50&sort=category');
  const shown = await rows().locator('td:first-of-type').allTextContents();
  expect(shown).toEqual(listed.map(({ category }: { category: string }) => category ?? '—'));
  await button('Columns').click();
  await button('Show cards').click();
  await cards().first().waitFor();
});

it('31.7 saves a view for all, chooses it and deletes it', async () => {
  await open('/admin/faq?filter=category:filled&columns=category');
  await rows().first().waitFor();
  await button('Save view').click();
  await dialog().getByLabel('Name').fill('By category');
  await dialog().getByLabel('Share it with everybody').check();
  await dialog().getByRole('button', { name: 'Save view' }).click();
  await toast(page, 'View saved').waitFor();
  await page.goto('/admin/faq');
  await settle(page);
  await page.getByLabel('View', { exact: true }).selectOption({ label: 'By category' });
  await rows().first().waitFor();
  expect(new URL(page.url()).searchParams.get('filter')).toBe('category:filled');
  await button('Edit view').click();
  await button('Delete view').click();
  await toast(page, 'View deleted').waitFor();
  await expect.poll(() => page.getByLabel('View', { exact: true }).count()).toBe(0);
});

it('31.7 changes a field of chosen items after a preview, and takes it back', async () => {
  await open('/admin/faq');
  const [first, second] = await read('/api/faq?limit=2');
  const categoriesNow = async () =>
    Promise.all([first, second].map(async ({ id }) => (await read(`/api/faq/${id}`)).category));
  for (const at of [0, 1]) await cards().nth(at).getByRole('checkbox').check();
  await button('Edit a field').click();
  await dialog().getByLabel('Field').selectOption({ label: 'Category' });
  await dialog().getByLabel('New value').fill('Bulk edited');
  await button('Preview').click();
  await dialog().getByText('2 would change, 0 unchanged, 0 refused').waitFor();
  await expectSound();
  expect(await categoriesNow()).toEqual([first.category, second.category]);
  await button('Change 2').click();
  await dialog().getByText('2 changed, 0 unchanged, 0 refused').waitFor();
  expect(await categoriesNow()).toEqual(['Bulk edited', 'Bulk edited']);
  await button('Undo').click();
  await dialog().getByText('2 restored, 0 not').waitFor();
  expect(await categoriesNow()).toEqual([first.category, second.category]);
  await button('Done').click();
  await dialog().waitFor({ state: 'detached' });
  expect(await page.getByText('2 selected').count()).toBe(0);
});

it('31.7 undoes a bulk edit from the activity, long after its dialog was closed', async () => {
  await open('/admin/activity');
  const [{ id, version, category }] = await read('/api/faq?limit=1&filter=category:filled');
  const edit = {
    collection: 'faq',
    field: 'category',
    value: 'By mistake',
    items: [{ id, version }],
  };
  const headers = { origin: site.url };
  const made = await page.request.post(`${site.url}/api/bulk-edits`, { data: edit, headers });
  expect(made.ok()).toBe(true);
  await page.reload();
  await button('Undo the change of 1 FAQ').click();
  await toast(page, '1 restored, 0 not').waitFor();
  expect((await read(`/api/faq/${id}`)).category).toBe(category);
  await expect.poll(() => button('Undo the change of 1 FAQ').count()).toBe(0);
});

it('31.7 offers a bulk edit of all that match', async () => {
  await open('/admin/faq');
  const total = Number((await page.request.get('/api/faq?limit=1')).headers()['x-total-count']);
  await cards().first().getByRole('checkbox').check();
  await button('Edit a field').click();
  await dialog()
    .getByLabel('Items')
    .selectOption({ label: `All ${total} that match the list` });
  await dialog().getByLabel('Field').selectOption({ label: 'Display order' });
  const sevens = (await read('/api/faq?filter=displayOrder:from:7;displayOrder:to:7')).length;
  await dialog().getByLabel('New value').fill('7');
  await button('Preview').click();
  await expect
    .poll(() => dialog().getByRole('status').textContent())
    .toBe(`${total - sevens} would change, ${sevens} unchanged, 0 refused`);
});

it('31.7 obeys J, K, arrows, X, E and / on arrival, in cards and in a table', async () => {
  for (const path of ['/admin/faq', '/admin/faq?columns=category']) {
    await open(path);
    const list = path.includes('columns') ? rows() : cards();
    const words = page.getByLabel('Search FAQ');
    await list.first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('k');
    expect(await focused()).toBe(await list.nth(1).textContent());
    await page.keyboard.press('x');
    expect(await list.nth(1).getByRole('checkbox').isChecked()).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.type('xj');
    expect(await words.inputValue()).toBe('xj');
    await words.fill('');
    await expect.poll(() => list.count()).toBe(50);
    await words.blur();
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await dialog().waitFor();
    if (path === '/admin/faq') await page.context().close();
  }
});

it('31.7 works at 320 px without scrolling sideways', async () => {
  await open('/admin/faq?filter=category:filled&columns=category,slug,updatedAt', 320);
  await rows().first().waitFor();
  expect(await isWide()).toBe(false);
  await expectSound();
  await rows().first().getByRole('checkbox').check();
  await button('Edit a field').click();
  await dialog().getByLabel('Field').waitFor();
  expect(await isWide()).toBe(false);
});

it('31.7 confirms exactly 20 cells of evidence at once', async () => {
  await open('/admin/coverage?vendor=elysys');
  const before = await read('/api/coverage?vendor=elysys');
  const boxes = page.getByRole('list', { name: 'Lines' }).getByRole('checkbox');
  expect(await boxes.count()).toBe(before.length);
  for (let at = 0; at < 20; at += 1) await boxes.nth(at).check();
  await page.getByText('20 selected').waitFor();
  await expectSound();
  await button('Checked today').first().click();
  await toast(page, '20 checked today').waitFor();
  const today = new Date().toISOString().slice(0, 10);
  const after = await read('/api/coverage?vendor=elysys');
  const fresh = after.filter(({ checkedOn }: { checkedOn: string }) => checkedOn.startsWith(today));
  expect(fresh).toHaveLength(20);
});
