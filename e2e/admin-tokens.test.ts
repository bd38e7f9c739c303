import { afterAll, beforeAll, expect, it } from 'vitest';
import { COLORS, findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { answer, type EditorPage, openPanel, settle, toast } from './admin-helpers.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const WIDTHS = [320, 768, 1440];

/** By day and by night, on a phone and on a desk. */
const look = async (page: EditorPage, name: string) => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([name, width, wide]).toEqual([name, width, width]);
  }
  expect([name, await findViolations(page)]).toEqual([name, []]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect([name, await findViolations(page, COLORS)]).toEqual([name, []]);
  await page.emulateMedia({ colorScheme: 'light' });
};

it('an owner makes a token by keyboard, sees it once, a program writes with it, and it is revoked', async () => {
  const page = await openPanel(site, '/admin/tokens', { colorScheme: 'light' });
  await settle(page);
  // A second try meets what the first one left.
  const name = `Nightly sync ${Date.now()}`;
  await page.getByLabel('Name').focus();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.getByLabel('Role').selectOption('editor');
  await page.getByLabel('Content types', { exact: true }).selectOption('chosen');
  await page.getByLabel('FAQ', { exact: true }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Make the token' }).focus();
  await page.keyboard.press('Enter');
  const token = (await page.locator('[data-shown-once]').innerText()).trim();
  expect(token).toMatch(/^fos_[\w-]{43}$/);
  await page.getByRole('button', { name: `Revoke ${name}` }).waitFor();
  await look(page, 'tokens');
  const draft = {
    question: 'Who wrote this?',
    slug: `who-wrote-this-${Date.now()}`,
    answer: 'A program.',
  };
  const write = () =>
    fetch(`${site.url}/api/faq`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...draft, isPublished: false }),
    });
  expect((await write()).status).toBe(201);
  await page.goto('/admin/tokens');
  await settle(page);
  expect(await page.getByText(token).count()).toBe(0);
  const row = page.getByRole('listitem').filter({ hasText: name });
  await row.getByText(/, used /).waitFor();
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await answer(page, 'Revoke');
  await toast(page, `${name} is revoked`).waitFor();
  expect((await write()).status).toBe(401);
  await page.goto('/admin/activity');
  await page.getByText(`token: ${name}`).first().waitFor();
  await page.context().close();
});

it('an owner adds a webhook, sees what failed, pauses it and deletes it', async () => {
  const page = await openPanel(site, '/admin/webhooks', { colorScheme: 'light' });
  await settle(page);
  const url = `http://127.0.0.1:9/hook-${Date.now()}`;
  const slug = `is-it-told-${Date.now()}`;
  await page.getByRole('button', { name: 'Add the webhook' }).click();
  await page.getByText('Choose at least one event').waitFor();
  await page.getByLabel('Address').fill(url);
  await page.getByRole('checkbox', { name: /^published/ }).check();
  // PROMISE 14: it is one, which the buttons below are looked for by.
  await page.getByRole('button', { name: 'Add the webhook' }).dblclick();
  expect((await page.locator('[data-shown-once]').innerText()).trim()).toMatch(/^whsec_/);
  const made = { question: 'Is it told?', slug, answer: 'Yes.', isPublished: true };
  const headers = { origin: site.url };
  await page.context().request.post(`${site.url}/api/faq`, { data: made, headers });
  await page.getByRole('button', { name: `Pause: ${url}` }).click();
  await toast(page, `${url} pauses`).waitFor();
  await page.getByRole('button', { name: `Go on: ${url}` }).waitFor();
  await look(page, 'webhooks');
  await page.getByRole('button', { name: `Deliveries: ${url}` }).click();
  await page.getByText(`published /faq/${slug}`).waitFor();
  await look(page, 'deliveries');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Change: ${url}` }).click();
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /^deleted/ })
    .check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  // A notice, which is a list item too, names the address as well.
  const remove = page.getByRole('button', { name: `Delete: ${url}` });
  const row = page.getByRole('listitem').filter({ has: remove });
  await row.getByText('published, deleted').waitFor();
  await remove.click();
  await answer(page, 'Delete');
  await row.waitFor({ state: 'detached' });
  await page.context().close();
});
