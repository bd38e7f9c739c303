import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '#modules/auth/auth.tables.server.ts';
import { hashPassword } from '#modules/auth/password.server.ts';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, EDITOR, startBrowserSite } from '#testing/browser.ts';
import { hasFocus, openPanel, save, toast } from './admin-helpers.ts';

let site: BrowserSite;
let address: string;

const NORA = { email: 'nora@example.com', password: 'another horse battery staple' };
const ANSWER = 'A ledger keeps every entry. A second ledger keeps the rest.';

/** The panel as Nora Stone, a viewer. */
const openAsNora = async (path: string, width = 1440) => {
  const page = await site.newPage({ viewport: { width, height: 900 } });
  const signedIn = await page.context().request.post(`${site.url}/api/auth/login`, {
    data: NORA,
    headers: { origin: site.url },
  });
  expect(signedIn.ok()).toBe(true);
  await page.goto(path);
  return page;
};

/** Selects words in a formatted field; without words, all of it. */
const selectIn = (page: Page, field: string, words = '') =>
  page
    .locator(`form [data-field="${field}"] [role="textbox"]`)
    .first()
    .evaluate((surface, wanted) => {
      if (surface instanceof HTMLElement) surface.focus();
      if (wanted === '') return document.getSelection()?.selectAllChildren(surface);
      const walker = document.createTreeWalker(surface, NodeFilter.SHOW_TEXT);
      let node = walker.nextNode();
      while (node && !node.textContent?.includes(wanted)) node = walker.nextNode();
      if (!node) throw new Error('The words are not there');
      const at = node.textContent?.indexOf(wanted) ?? 0;
      document.getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
    }, words);

beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
  await site.db.insert(users).values({
    email: NORA.email,
    firstName: 'Nora',
    lastName: 'Stone',
    role: 'viewer',
    passwordHash: await hashPassword(NORA.password),
    authProvider: 'password',
  });
  const page = await openPanel(site, '/admin');
  const made = await page.request.post(`${site.url}/api/faq`, {
    data: { question: 'Which ledger?', answer: ANSWER, slug: 'which-ledger', isPublished: true },
    headers: { origin: site.url },
  });
  address = `/admin/faq/${(await made.json()).id}`;
  await page.context().close();
});
afterAll(() => site.close());

it('two people talk about words of a field, which a comment quotes whatever becomes of them', async () => {
  const edith = await openPanel(site, address, { viewport: { width: 1440, height: 900 } });
  const form = edith.getByRole('dialog', { name: 'Edit FAQ' });
  const question = form.getByLabel('Question', { exact: true });
  await question.waitFor();

  const nora = await openAsNora(address);
  const reading = nora.getByRole('dialog', { name: 'FAQ', exact: true });
  await reading.getByRole('img', { name: 'Edith' }).waitFor();
  // The first person there sees the second with the next beat.
  await form.getByRole('img', { name: 'Nora Stone' }).waitFor();

  await form.getByRole('button', { name: 'Comments', exact: true }).click();
  const talk = form.getByRole('region', { name: 'Comments' });
  await selectIn(edith, 'answer', 'second ledger');
  await talk.locator('blockquote', { hasText: 'second ledger' }).waitFor();
  const box = talk.getByLabel('Comment (@ names a person)');
  await box.pressSequentially('@nor');
  await talk.getByRole('option', { name: 'Nora Stone' }).waitFor();
  await box.press('Enter');
  await box.pressSequentially('is <b>this</b> so? See https://example.com/b.');
  // Where nobody is offered, the arrows move in the text.
  await box.press('Enter');
  await box.press('ArrowUp');
  await box.press('End');
  await box.press('ArrowLeft');
  await box.press('Backspace');
  await box.press('a');
  await talk.getByRole('button', { name: 'Comment', exact: true }).click();
  await talk.getByRole('article').getByText('Edith').waitFor();
  expect(await talk.getByRole('article').getByRole('link').getAttribute('href')).toBe(
    'https://example.com/a',
  );
  expect(await talk.getByRole('article').locator('b').count()).toBe(0);
  await form.getByRole('link', { name: '1 comment on Answer' }).waitFor();
  expect(await findViolations(edith)).toEqual([]);

  await nora.goto('/admin/inbox');
  const entry = nora.getByRole('listitem').filter({ hasText: 'mentioned you in' });
  await entry.getByText('Edith').waitFor();
  await nora.getByRole('link', { name: 'Inbox 1 unread' }).waitFor();
  expect(await findViolations(nora)).toEqual([]);
  await entry.getByRole('link', { name: 'Which ledger?' }).click();
  const side = nora.getByRole('region', { name: 'Comments' });
  await side.getByRole('listitem').getByText('second ledger', { exact: true }).waitFor();
  await side.getByRole('listitem').getByText('Answer', { exact: true }).waitFor();
  await side.getByRole('button', { name: 'Reply' }).click();
  await hasFocus(side.getByLabel('Reply'));
  await side.getByLabel('Reply').fill('It is.');
  await side.getByRole('button', { name: 'Reply' }).click();
  await side.getByText('It is.').waitFor();
  await nora.context().close();

  await question.fill('Which ledger, then?');
  await save(edith);
  await toast(edith, 'FAQ updated successfully').waitFor();
  const path = `${site.url}/api${address.slice('/admin'.length)}`;
  const data = { answer: 'Nothing of it is left.' };
  const headers = { origin: site.url };
  expect((await edith.request.put(path, { data, headers })).ok()).toBe(true);
  await edith.goto(`${address}?comments=open`);
  await talk.getByText('It is.').waitFor();
  await talk.getByText('second ledger', { exact: true }).waitFor();
  await talk.getByRole('button', { name: 'Resolve' }).click();
  await talk.getByRole('button', { name: 'Show resolved (1)' }).click();
  await talk.getByText('Resolved by').getByText('Edith').waitFor();
  await selectIn(edith, 'answer', 'of it');
  await box.fill('Not sent yet');
  await edith.goto(`${address}?comments=open`);
  await expect.poll(() => box.inputValue()).toBe('Not sent yet');
  await talk.locator('blockquote', { hasText: /^of it$/ }).waitFor();
  await talk.getByRole('button', { name: 'Comment', exact: true }).click();
  // The box itself holds the words as its text, too.
  await talk.getByRole('article').getByText('Not sent yet').waitFor();
  await expect.poll(() => box.inputValue()).toBe('');
  await edith.goto(`${address}?comments=open`);
  await talk.getByRole('article').getByText('Not sent yet').waitFor();
  expect(await box.inputValue()).toBe('');
  await talk.getByText('Select words in a field to quote them.').waitFor();
  expect(edith.problems).toEqual([]);
  await edith.context().close();
});

it('at 320 px the comments stand below the form, by keyboard too, and nothing is wider than the screen', async () => {
  const page = await openAsNora(address, 320);
  const form = page.getByRole('dialog', { name: 'FAQ', exact: true });
  const toggle = form.getByRole('button', { name: /^Comments/ });
  await toggle.focus();
  await page.keyboard.press('Enter');
  await form.getByRole('region', { name: 'Comments' }).waitFor();
  expect(await toggle.getAttribute('aria-expanded')).toBe('true');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(320);
  expect(await findViolations(page)).toEqual([]);
  await page.goto('/admin/inbox');
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await findViolations(page)).toEqual([]);
  await page.context().close();
});

it('a viewer comments on a field by its name, and the notice leads to the thread, resolved as it is', async () => {
  const nora = await openAsNora(address);
  const reading = nora.getByRole('dialog', { name: 'FAQ', exact: true });
  await reading.getByRole('button', { name: /^Comments/ }).click();
  const side = nora.getByRole('region', { name: 'Comments' });
  expect(await reading.getByLabel('Question', { exact: true }).isDisabled()).toBe(true);
  await side.getByLabel('About').selectOption({ label: 'Question' });
  await side.getByLabel('Comment (@ names a person)').fill('Which one is meant?');
  await side.getByRole('button', { name: 'Comment', exact: true }).click();
  const thread = side.getByRole('listitem').filter({ hasText: 'Which one is meant?' });
  await reading.getByRole('link', { name: '1 comment on Question' }).waitFor();
  expect(await findViolations(nora)).toEqual([]);
  await thread.getByRole('button', { name: 'Resolve' }).click();
  await thread.waitFor({ state: 'detached' });
  expect(nora.problems).toEqual([]);
  await nora.context().close();

  const edith = await openPanel(site, '/admin/inbox');
  const entry = edith.getByRole('listitem').filter({ hasText: 'Which one is meant?' });
  await entry.getByRole('link').click();
  const talk = edith.getByRole('region', { name: 'Comments' });
  const meant = talk.locator('li[aria-current="true"]');
  await meant.getByText('Which one is meant?').waitFor();
  await meant.getByText('Resolved by').waitFor();
  // The words of an input are quoted too.
  await edith.getByLabel('Question', { exact: true }).selectText();
  await talk.locator('blockquote', { hasText: /^Which ledger/ }).waitFor();

  // The comments stand open for this item, not for the next one.
  await edith.getByRole('button', { name: 'Cancel' }).click();
  await edith.locator('[data-item-card]').first().getByRole('heading').getByRole('link').click();
  await edith
    .getByRole('dialog')
    .getByRole('button', { name: /^Comments/ })
    .waitFor();
  expect(await talk.count()).toBe(0);
  expect(edith.url()).not.toContain('comments=');
  await edith.context().close();
});

it('the conflict names the person who saved, and a long text opens at its first difference', async () => {
  await site.db.update(users).set({ role: 'publisher' }).where(eq(users.email, NORA.email));
  const long = Array.from({ length: 150 }, (_, index) => `Line ${index}.`).join('\n\n');
  const edith = await openPanel(site, address);
  const headers = { origin: site.url };
  const path = `/api${address.slice('/admin'.length)}`;
  await edith.request.put(`${site.url}${path}`, { data: { answer: `${long}\n\nEnd.` }, headers });
  await edith.goto(address);
  const form = edith.getByRole('dialog', { name: 'Edit FAQ' });
  await form.getByLabel('Question', { exact: true }).fill('Mine?');
  const nora = await openAsNora('/admin');
  const saved = await nora.request.put(`${site.url}${path}`, {
    data: { answer: `${long}\n\nAnother end.` },
    headers,
  });
  expect(saved.ok()).toBe(true);
  await save(edith);
  const conflict = edith.getByRole('dialog', { name: 'Changed by somebody else' });
  await conflict.getByText(/^Nora Stone saved this item on /).waitFor();
  const change = conflict.locator('section', { hasText: 'Answer' }).locator('del').first();
  const isSeen = await change.evaluate((element) => {
    const box = element.closest('p')?.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    return box !== undefined && top >= box.top && bottom <= box.bottom;
  });
  expect(isSeen).toBe(true);
  await edith.context().close();
  await nora.context().close();
});

it('a name given in Your account stands where the address stood', async () => {
  const page = await openPanel(site, '/admin/account');
  await page.getByLabel('First name').fill('Edith');
  await page.getByLabel('Last name').fill('Wharton');
  await page.getByRole('button', { name: 'Change name' }).click();
  await toast(page, 'Your name is changed.').waitFor();
  await page.getByLabel('Send me an e-mail when somebody mentions me').click();
  await toast(page, 'E-mail about mentions is off').waitFor();
  await page.goto('/admin/activity');
  await page.getByRole('listitem').getByText('Edith Wharton').first().waitFor();
  expect(await page.getByRole('listitem').getByText(EDITOR.email).count()).toBe(0);
  await page.context().close();
});
