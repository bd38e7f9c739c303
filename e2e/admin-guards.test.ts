import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { answer, followAddress, openPanel, save, toast, watchWrites } from './admin-helpers.ts';
import { holdBack } from './public-support.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

it('A3.11 shows what uses an item before it is deleted, and leaves a redirect', async () => {
  const page = await openPanel(site, '/admin/vendors?q=Masttro');
  const held = holdBack();
  await page.route('**/used-by', held.handler);
  const asked = page.waitForRequest('**/used-by');
  await page.getByRole('button', { name: 'Delete Masttro' }).click();
  await asked;
  // The question comes with its list, which would else push the buttons away.
  const question = page.getByRole('alertdialog');
  expect(await question.count()).toBe(0);
  held.release();
  await question.waitFor();
  const uses = question.getByRole('list', { name: 'Used in' });
  expect(await uses.getByText('Comparison, ', { exact: false }).count()).toBeGreaterThan(0);
  await question.getByLabel('Send its readers to (optional)').fill('/vendors');
  const redirected = page.waitForRequest('**/api/redirects');
  await answer(page, 'Delete');
  await toast(page, 'Vendor deleted successfully').waitFor();
  expect((await redirected).headers()['idempotency-key']).toMatch(/^[\w-]{8,}$/);
  const visitor = await site.newPage();
  // The redirect follows what was said.
  await expect.poll(() => followAddress(visitor, '/vendors/masttro')).toBe('/vendors');
  await page.context().close();
  await visitor.context().close();
});

it('A12.01 publishes and unpublishes from the list, and says what would miss the item', async () => {
  const page = await openPanel(site, '/admin/vendors?q=QPLIX');
  await page.getByRole('button', { name: 'Unpublish QPLIX' }).click();
  await page.getByRole('alertdialog').getByRole('list', { name: 'Used in' }).waitFor();
  await answer(page, 'Unpublish');
  await toast(page, '1 Vendor updated successfully').waitFor();
  await page.getByRole('button', { name: 'Publish QPLIX', exact: true }).click();
  await answer(page, 'Publish');
  await page.getByRole('button', { name: 'Unpublish QPLIX' }).waitFor();
  await page.context().close();
});

it('A15.03 deletes and publishes nothing that somebody else changed since, and says what became of the rest', async () => {
  const page = await openPanel(site, '/admin');
  const headers = { origin: site.url };
  const titles = ['Bulk gone one', 'Bulk gone two', 'Bulk gone three'];
  const ids: number[] = [];
  for (const question of titles) {
    const data = { question, slug: question.replaceAll(' ', '-').toLowerCase(), answer: 'Text.' };
    const made = await page.request.post(`${site.url}/api/faq`, { data, headers });
    ids.push((await made.json()).id);
  }
  const changeSecond = () =>
    page.request.put(`${site.url}/api/faq/${ids[1]}`, { data: { category: 'New' }, headers });
  await page.goto('/admin/faq?q=bulk+gone');
  await page.getByLabel('Select all on this page').check();
  await page.getByText('3 selected').waitFor();
  await changeSecond();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await question.getByLabel('Send its readers to (optional)').fill('/faq');
  await answer(page, 'Delete 3');
  const changed = 'Somebody else changed it in the meantime. Look at it again.';
  await toast(page, `2 of 3 deleted; not "Bulk gone two": ${changed}`).waitFor();
  await expect.poll(() => page.locator('[data-item-card]').count()).toBe(1);
  const visitor = await site.newPage();
  await expect.poll(() => followAddress(visitor, '/faq/bulk-gone-three')).toBe('/faq');
  expect(await followAddress(visitor, '/faq/bulk-gone-two')).toBe('/faq/bulk-gone-two');

  for (const verb of ['Unpublish', 'Delete']) {
    await changeSecond();
    await page.getByRole('button', { name: `${verb} Bulk gone two`, exact: true }).click();
    const read = page.waitForResponse(/\/api\/faq\?/);
    await answer(page, verb);
    await toast(page, changed).waitFor();
    await read;
    await page.getByRole('button', { name: 'Close notification' }).click();
  }
  await page.getByRole('button', { name: 'Delete Bulk gone two', exact: true }).click();
  await answer(page, 'Delete');
  await toast(page, 'FAQ deleted successfully').waitFor();
  await page.context().close();
  await visitor.context().close();
});

it('A12.01 keeps the switch beside Save, and shows in the form what would miss the item', async () => {
  const page = await openPanel(site, '/admin/vendors?q=Altoo');
  await page.getByRole('button', { name: 'Edit Altoo' }).click();
  const modal = page.getByRole('dialog', { name: 'Edit Vendor' });
  const published = modal.getByLabel('Published', { exact: true });
  const measureGap = async () => {
    const one = await published.boundingBox();
    const other = await modal.getByRole('button', { name: 'Save', exact: true }).boundingBox();
    return Math.abs((one?.y ?? 0) - (other?.y ?? 0));
  };
  await expect.poll(measureGap).toBeLessThan(40);
  await published.uncheck();
  const note = modal.getByRole('region', { name: 'Before it leaves the site' });
  await note.getByRole('list', { name: 'Used in' }).waitFor();
  await note.getByLabel('Send its readers to (optional)').fill('/vendors');
  await save(page);
  await toast(page, 'Vendor updated successfully').waitFor();
  // Its own text names a comparison that is gone with it: the same notice says so.
  const notice = page.getByRole('listitem').filter({ hasText: 'Vendor updated successfully' });
  expect(await notice.innerText()).toMatch(
    /^Success\s+Vendor updated successfully\s+Some links lead nowhere\. .+: \/comparisons\/.+/,
  );
  const visitor = await site.newPage();
  await expect.poll(() => followAddress(visitor, '/vendors/altoo')).toBe('/vendors');
  await page.context().close();
  await visitor.context().close();
});

it('A13.04 leads to the first field that is wrong, and says so beside Save', async () => {
  const page = await openPanel(site, '/admin/vendors/new');
  const modal = page.getByRole('dialog', { name: 'Create Vendor' });
  await modal.getByLabel('Website').fill('example.com');
  await modal.getByRole('button', { name: 'Add to Videos' }).click();
  await save(page);
  const note = modal.locator('[data-problem-note]');
  await note.waitFor();
  expect(await note.textContent()).toBe('Not saved. Please correct: Name, Slug');
  const name = modal.getByLabel('Name', { exact: true });
  await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
  const box = await name.boundingBox();
  expect(box?.y).toBeGreaterThan(0);
  const writes = watchWrites(page);
  await name.fill('Exemplary');
  await save(page);
  await toast(page, 'Vendor created successfully').waitFor();
  expect(writes[0]?.body.videos).toEqual([]);
  const stored = await (await page.request.get(`${site.url}/api/vendors/exemplary`)).json();
  expect(stored.website).toBe('https://example.com');
  await page.context().close();
});

it('A13.04 names the row and the part that is missing', async () => {
  const page = await openPanel(site, '/admin/vendors/1');
  const modal = page.getByRole('dialog', { name: 'Edit Vendor' });
  await modal.getByRole('button', { name: 'Add to Videos' }).click();
  await modal.getByRole('group', { name: 'Videos' }).getByLabel('Url').fill('example.com/v');
  await save(page);
  await modal.getByText('Title is missing in row 1', { exact: true }).waitFor();
  await page.context().close();
});

it('PROMISE 15 restores several at once, under another address where one is taken', async () => {
  const page = await openPanel(site, '/admin/trash');
  const send = (method: 'post' | 'delete', path: string, data?: object) =>
    page.request[method](`${site.url}${path}`, {
      ...(data ? { data } : {}),
      headers: { origin: site.url },
    });
  const create = async (question: string, slug: string) =>
    (await (await send('post', '/api/faq', { question, slug, answer: 'x' })).json()).id;
  for (const name of ['one', 'two']) {
    await send('delete', `/api/faq/${await create(`Trashed ${name}`, `trashed-${name}`)}`);
  }
  await create('In its place', 'trashed-one');
  await page.reload();
  await page.getByLabel('Select Trashed one').check();
  await page.getByLabel('Select Trashed two').check();
  await page.getByRole('button', { name: 'Restore 2', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Choose another address' });
  await question.getByLabel('Slug').fill('trashed-again');
  await answer(page, 'Restore');
  await toast(page, '2 items restored successfully').waitFor();
  const restored = await page.request.get(`${site.url}/api/faq/trashed-again`);
  expect(restored.status()).toBe(200);
  await page.context().close();
});
