import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runAxe } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type EditorPage, openPanel, settle } from './admin-helpers.ts';

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
const heads = async () => {
  const texts = await page.getByRole('columnheader').allTextContents();
  return texts.map((text) => text.replace(/[↑↓]|, in .* order/g, ''));
};
const send = async (method: 'post' | 'put', path: string, data: object) => {
  const response = await page.request[method](`${site.url}${path}`, {
    data,
    headers: { origin: site.url },
  });
  expect([path, response.ok()]).toEqual([path, true]);
  return response.json();
};
const read = async (path: string) => (await page.request.get(path)).json();
const expectSound = async () => {
  const { violations } = await runAxe(page);
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
};
const isWide = () =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

it('narrows a list by category, by what is mine and by drafts, and the address shares it', async () => {
  await open('/admin/faq');
  const [{ category }] = (await read('/api/faq?status=all')).filter(
    (item: { category: string | null }) => item.category,
  );
  const found = await read(`/api/faq?category=${encodeURIComponent(category)}`);
  await page.getByLabel('Category').selectOption(category);
  await expect.poll(() => cards().count()).toBe(Math.min(found.length, 50));
  expect(new URL(page.url()).searchParams.get('category')).toBe(category);
  await page.reload();
  await expect.poll(() => cards().count()).toBe(Math.min(found.length, 50));
  await expectSound();

  const question = 'Only for this list?';
  const item = { question, answer: 'Yes.', slug: 'only-for-this-list', isPublished: true };
  const { id } = await send('post', '/api/faq', item);
  await send('put', `/api/faq/${id}/draft`, { answer: 'Yes, and later.' });
  for (const name of ['Mine', 'Has a draft']) {
    await page.goto('/admin/faq');
    await settle(page);
    await button(name).click();
    await page.getByRole('button', { name, pressed: true }).waitFor();
    await expect.poll(() => cards().count()).toBe(1);
    expect(await cards().getByRole('heading').textContent()).toBe(question);
  }
  await page.goto('/admin/faq?hasDraft=true&q=zzzz');
  await page.getByText('Nothing matches.').waitFor();
});

it('shows the table of a type, which its columns order, and goes back to cards', async () => {
  await open('/admin/faq');
  await button('Table').click();
  await rows().first().waitFor();
  expect(new URL(page.url()).searchParams.get('as')).toBe('table');
  expect(await heads()).toEqual([
    'Question',
    'Status',
    'Category',
    'Order',
    'Slug',
    'Updated',
    'Actions',
  ]);
  await expectSound();
  await page
    .getByRole('columnheader', { name: /^Category/ })
    .getByRole('link')
    .click();
  await page.getByRole('columnheader', { name: /^Category ?, in ascending order$/ }).waitFor();
  await settle(page);
  const listed = await read('/api/faq?limit=50&sort=category');
  const shown = await rows().locator('td:nth-of-type(2)').allTextContents();
  expect(shown).toEqual(listed.map(({ category }: { category: string }) => category ?? '—'));
  await button('Cards').click();
  await cards().first().waitFor();
});

it('opens an address that an earlier release made', async () => {
  await open('/admin/faq?filter=category:filled&columns=category,slug&view=card');
  await expect.poll(() => cards().count()).toBe(50);
  expect(page.problems).toEqual([]);
});

it('goes back a page when the last one was emptied', async () => {
  await open('/admin/faq?page=9');
  await cards().first().waitFor();
  expect(new URL(page.url()).searchParams.get('page')).not.toBe('9');
});

it('changes a field of chosen items after a preview', async () => {
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
  await button('Done').click();
  await dialog().waitFor({ state: 'detached' });
  expect(await page.getByText('2 selected').count()).toBe(0);
});

it('adds to a list of chosen items', async () => {
  await open('/admin/vendors');
  const [first] = await read('/api/vendors?limit=1');
  await cards().first().getByRole('checkbox').check();
  await button('Edit a field').click();
  await dialog().getByLabel('Field').selectOption({ label: 'Markets' });
  await dialog().getByLabel('How').selectOption({ label: 'Add to what is there' });
  await dialog().getByLabel('New value').fill('Somewhere else');
  await button('Preview').click();
  await button('Change 1').click();
  await dialog().getByText('1 changed, 0 unchanged, 0 refused').waitFor();
  const { markets } = await read(`/api/vendors/${first.id}`);
  expect(markets).toEqual([...first.markets, 'Somewhere else']);
});

it('obeys J, K, X and Enter in the table on arrival, and / above any list', async () => {
  await open('/admin/faq?as=table');
  const words = page.getByLabel('Search FAQ');
  await rows().first().waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-row') ?? '');
  const idAt = (at: number) => rows().nth(at).getAttribute('data-row');
  await page.keyboard.press('j');
  expect(await focused()).toBe(await idAt(0));
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  expect(await focused()).toBe(await idAt(1));
  await page.keyboard.press('x');
  expect(await rows().nth(1).getByRole('checkbox').isChecked()).toBe(true);
  await page.keyboard.press('/');
  await page.keyboard.type('xj');
  expect(await words.inputValue()).toBe('xj');
  await words.fill('');
  await expect.poll(() => rows().count()).toBe(50);
  await words.blur();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await dialog().waitFor();
  await page.goto('/admin/faq');
  await cards().first().waitFor();
  await page.keyboard.press('/');
  expect(await words.evaluate((one) => one.matches(':focus'))).toBe(true);
});

it('works at 320 px without scrolling sideways', async () => {
  await open('/admin/faq?as=table', 320);
  await rows().first().waitFor();
  expect(await isWide()).toBe(false);
  await expectSound();
  await rows().first().getByRole('checkbox').check();
  await button('Edit a field').click();
  await dialog().getByLabel('Field').waitFor();
  expect(await isWide()).toBe(false);
});
