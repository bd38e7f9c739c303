import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import {
  answer,
  hasFocus,
  openPanel,
  save,
  toast,
  waitForFound,
  watchWrites,
} from './admin-helpers.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

it('PROMISE 14 shows the second of two editors both texts, field by field', async () => {
  const first = await openPanel(site, '/admin/types/1');
  const second = await openPanel(site, '/admin/types/1');
  const formOf = (page: typeof first) => page.getByRole('dialog', { name: 'Edit Type' });
  await formOf(second).getByLabel('Description').waitFor();
  await formOf(first).getByLabel('Title').fill('Title of the first');
  await formOf(first).getByLabel('Description').fill('Description of the first');
  await save(first);
  await toast(first, 'Type updated successfully').waitFor();

  await formOf(second).getByLabel('Description').fill('Description of the second');
  await save(second);
  const dialog = second.getByRole('dialog', { name: 'Changed by somebody else' });
  await dialog.getByText('Changed by both').waitFor();
  const fields = dialog.getByRole('group', { name: /^Which / });
  expect(
    await fields.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
  ).toEqual(['Which Title', 'Which Description']);
  const description = dialog.getByRole('group', { name: 'Which Description' });
  await description.getByRole('button', { name: 'Merge' }).click();
  const merged = dialog.getByLabel('Merged Description');
  expect(await merged.inputValue()).toBe('Description of the second\n\nDescription of the first');
  await merged.fill('Description of both');
  await dialog.getByRole('button', { name: 'Save this version' }).click();
  await toast(second, 'Type updated successfully').waitFor();
  const stored = await (await second.request.get(`${site.url}/api/types/1`)).json();
  expect(stored).toMatchObject({ title: 'Title of the first', description: 'Description of both' });
  await first.context().close();
  await second.context().close();
});

it('PROMISE 15 shows who changed what, and restores an earlier version', async () => {
  const page = await openPanel(site, '/admin/services/2');
  const modal = page.getByRole('dialog', { name: 'Edit Service' });
  const before = await modal.getByLabel('Category').inputValue();
  await modal.getByLabel('Category').fill('Another category');
  await save(page);
  await modal.waitFor({ state: 'detached' });
  await page.goto('/admin/services/2');
  await modal.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  await history.getByText('Edith').waitFor();
  await history.locator('ins').getByText('Another').first().waitFor();
  const first = history
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Version 1', exact: true }) });
  await first.getByRole('button', { name: 'Restore version 1', exact: true }).click();
  await answer(page, 'Restore');
  await toast(page, 'Service restored successfully').waitFor();
  const stored = await (await page.request.get(`${site.url}/api/services/2`)).json();
  expect(stored.category).toBe(before);
  await page.context().close();
});

it('PROMISE 15 offers the text of a form that a reload interrupted', async () => {
  const page = await openPanel(site, '/admin/glossary/3');
  const modal = page.getByRole('dialog', { name: 'Edit Glossary Term' });
  await modal.getByLabel('Definition').fill('Half a sentence that was never sav');
  await page.reload();
  await modal.getByText(/^Unsaved text from/).waitFor();
  expect(await modal.getByLabel('Definition').inputValue()).not.toContain('Half a sentence');
  await modal.getByRole('button', { name: 'Restore it' }).click();
  await expect
    .poll(() => modal.getByLabel('Definition').inputValue())
    .toBe('Half a sentence that was never sav');
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await answer(page, 'Discard changes');
  await modal.waitFor({ state: 'detached' });
  const stored = await page.evaluate(() => Object.keys(localStorage));
  expect(stored.filter((key) => key.startsWith('unsaved/'))).toEqual([]);
  await page.goto('/admin/glossary/3');
  await modal.getByLabel('Definition').waitFor();
  expect(await modal.getByText(/^Unsaved text from/).count()).toBe(0);
  await page.context().close();
});

it('A14.16 shows an empty tab and no error when the session has ended', async () => {
  const page = await openPanel(site, '/admin/trash');
  await page.route('**/api/faq**', (route) => route.fulfill({ status: 401, body: '{}' }));
  await page
    .getByRole('navigation', { name: 'Content' })
    .getByRole('link', { name: /^FAQ/ })
    .click();
  await page.getByText('No FAQ yet.').waitFor();
  expect(await page.getByText('Error', { exact: true }).count()).toBe(0);
  await page.context().close();
});

it('A14.06 A14.16 says that the session has ended, keeps what was typed, and goes on after the next sign-in', async () => {
  const page = await openPanel(site, '/admin/faq');
  const cards = page.locator('[data-item-card]');
  const notice = page.getByText('Your session has ended. Lists stay empty until you sign in again');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const modal = page.getByRole('dialog', { name: 'Edit FAQ' });
  await modal.getByLabel('Category').fill('Kept');
  await page.context().clearCookies();
  await save(page);
  await modal
    .getByRole('alert')
    .getByText('Your session has ended. Your text is still here', { exact: false })
    .waitFor();
  await notice.waitFor();
  expect(await modal.getByLabel('Category').inputValue()).toBe('Kept');
  expect(await modal.getByRole('link', { name: 'Sign in' }).getAttribute('target')).toBe('_blank');
  await site.signIn(page);
  await save(page);
  await modal.waitFor({ state: 'detached' });
  await notice.waitFor({ state: 'detached' });
  await cards.getByText('Kept').first().waitFor();

  // A public list needs no session; the panel shows no such list.
  await page.context().clearCookies();
  await page
    .getByRole('navigation', { name: 'Content' })
    .getByRole('link', { name: /^Types/ })
    .click();
  await notice.waitFor();
  await page.getByText('No Types yet.').waitFor();
  expect(await cards.count()).toBe(0);
  // Signed in again in another tab, and back in this one.
  await site.signIn(page);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await notice.waitFor({ state: 'detached' });
  await cards.first().waitFor();
  await page.context().close();
});

it('A3.12 lets Back close a form, and asks when its text has changed', async () => {
  const page = await openPanel(site, '/admin/faq');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const modal = page.getByRole('dialog', { name: 'Edit FAQ' });
  await modal.waitFor();
  await page.goBack();
  await modal.waitFor({ state: 'detached' });
  await page.goForward();
  await modal.getByLabel('Category').fill('Changed');
  await page.goBack();
  await answer(page, 'Keep editing');
  expect(await modal.getByLabel('Category').inputValue()).toBe('Changed');
  await page.context().close();
});

it('A3.06 works by keyboard alone: find, open, change, save, delete', async () => {
  const page = await openPanel(site, '/admin/types');
  const writes = watchWrites(page);
  await page.locator('[data-item-card]').first().waitFor();
  const press = (key: string) => page.keyboard.press(key);
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
    });
  const tabTo = async (name: RegExp, limit = 80) => {
    for (let step = 0; step < limit; step += 1) {
      if (name.test(await focused())) return;
      await press('Tab');
    }
    throw new Error(`Never reached ${name}`);
  };
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('virtual');
  await page.waitForURL(/q=virtual/);
  await waitForFound(page, 'types', 'virtual');
  await tabTo(/^Edit /);
  const opener = await focused();
  await press('Enter');
  const modal = page.getByRole('dialog', { name: 'Edit Type' });
  await modal.getByLabel('Title').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await press('End');
  await page.keyboard.type(' (keys)');
  await press('Control+s');
  await toast(page, 'Type updated successfully').waitFor();
  // The first one closes the toast, which lies above.
  await press('Escape');
  await page.locator('li[data-state=open]').waitFor({ state: 'detached' });
  await press('Escape');
  await modal.waitFor({ state: 'detached' });
  expect(writes[0]?.body.title).toMatch(/\(keys\)$/);
  await expect.poll(focused).toContain(opener.slice(0, 10));
  await tabTo(/^Delete /);
  await press('Enter');
  await hasFocus(page.getByRole('alertdialog'));
  await tabTo(/^Delete$/);
  await press('Enter');
  await toast(page, 'Type deleted successfully').waitFor();
  await page.context().close();
});
