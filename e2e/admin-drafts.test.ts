import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { answer, openPanel, save, toast } from './admin-helpers.ts';
import { holdBack } from './public-support.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

it('PROMISE 15 keeps a found text while another one is typed', async () => {
  const page = await openPanel(site, '/admin/glossary/3');
  const modal = page.getByRole('dialog', { name: 'Edit Glossary Term' });
  await modal.getByLabel('Definition').fill('The text that was found');
  await page.reload();
  await modal.getByText(/^Unsaved text from/).waitFor();
  await modal.getByLabel('Definition').press('a');
  // Stored while it is typed, beside the one that was found.
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
    .toMatch(/unsaved\/glossary\/3.*unsaved\/glossary\/3/);
  await page.reload();
  await modal
    .getByText(/^Unsaved text from/)
    .first()
    .waitFor();
  await expect.poll(() => modal.getByText(/^Unsaved text from/).count()).toBe(2);
  await modal.getByRole('button', { name: 'Restore it' }).last().click();
  await expect
    .poll(() => modal.getByLabel('Definition').inputValue())
    .toBe('The text that was found');
  await page.context().close();
});

/** As a browser whose storage is full; until the page is loaded again. */
const fillStorage = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('Full', 'QuotaExceededError');
  };
};

it('PROMISE 15 loses no text by restoring another one', async () => {
  const page = await openPanel(site, '/admin/glossary/7');
  const modal = page.getByRole('dialog', { name: 'Edit Glossary Term' });
  const input = modal.getByLabel('Definition');
  await input.fill('Text A');
  await page.reload();
  const found = modal.getByText(/^Unsaved text from/);
  const restore = modal.getByRole('button', { name: 'Restore it' });
  await found.waitFor();
  await input.fill('Text B');
  for (const text of ['Text A', 'Text B', 'Text A']) {
    await restore.click();
    await expect.poll(() => input.inputValue()).toBe(text);
    await expect.poll(() => found.count()).toBe(1);
  }
  const readStored = () =>
    page.evaluate(() =>
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('unsaved/glossary/7'))
        .map(([, text]) => String(JSON.parse(text).values.definition))
        .sort(),
    );
  await expect.poll(readStored).toEqual(['Text A', 'Text B']);
  await input.fill('Text C');
  await page.evaluate(fillStorage);
  await restore.click();
  await page.getByText(/^This browser has no room to keep what is in the form/).waitFor();
  expect(await input.inputValue()).toBe('Text C');
  expect(await readStored()).toContain('Text B');
  await page.context().close();
});

it('PROMISE 15 keeps what is typed while a save is to close the form', async () => {
  const page = await openPanel(site, '/admin/glossary/8');
  const typedOn = toast(page, 'What was typed meanwhile is not saved yet.');
  const modal = page.getByRole('dialog', { name: 'Edit Glossary Term' });
  const held = holdBack();
  await modal.getByLabel('Definition').fill('Sent');
  await page.route('**/api/glossary/8', held.handler);
  await save(page);
  await modal.getByLabel('Definition').fill('Sent, and typed on');
  held.release();
  await toast(page, 'Glossary Term updated successfully').waitFor();
  await typedOn.waitFor();
  const readStored = async () =>
    (await (await page.request.get(`${site.url}/api/glossary/8`)).json()).definition;
  expect([await readStored(), await modal.getByLabel('Definition').inputValue()]).toEqual([
    'Sent',
    'Sent, and typed on',
  ]);
  await save(page);
  await modal.waitFor({ state: 'detached' });
  expect(await readStored()).toBe('Sent, and typed on');

  // A form in its list goes on as that of the item it made, with the text in it.
  await page.goto('/admin/content-hub-configs/new');
  const fresh = page.getByRole('form', { name: 'Add Configuration' });
  await fresh.getByLabel('Page type').selectOption('faq');
  for (const label of ['Page slug', 'Title', 'Topic', 'Description'])
    await fresh.getByLabel(label, { exact: true }).fill('sent');
  await fresh.getByLabel('Related content as JSON').fill('[]');
  const hub = holdBack();
  await page.route('**/api/content-hub-configs', hub.handler);
  await save(page);
  await fresh.getByLabel('Topic').fill('Typed on');
  hub.release();
  await typedOn.waitFor();
  const edit = page.getByRole('form', { name: 'Edit Configuration' });
  expect(await edit.getByLabel('Topic').inputValue()).toBe('Typed on');
  await save(page);
  await edit.waitFor({ state: 'detached' });
  await page.context().close();
});

it('PROMISE 15 finds a text as soon as the page that wrote it lets go of it', async () => {
  const page = await openPanel(site, '/admin/glossary/4');
  const modal = page.getByRole('dialog', { name: 'Edit Glossary Term' });
  const writer = await page.context().newPage();
  await writer.goto('/admin/glossary/4');
  await writer.getByRole('dialog').getByLabel('Definition').fill('Written in a page that stays');
  const countStored = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('/4/')).length);
  await expect.poll(countStored).toBe(1);
  await page.reload();
  /** Its own form's and the writer's. */
  const countHeld = () => page.evaluate(async () => (await navigator.locks.query()).held?.length);
  await expect.poll(countHeld).toBe(2);
  expect(await modal.getByText(/^Unsaved text from/).count()).toBe(0);
  await writer.close();
  await modal.getByText(/^Unsaved text from/).waitFor();
  await page.context().close();
});

it('PROMISE 15 gives each tab a slot of its own, and stores while somebody types on', async () => {
  const first = await openPanel(site, '/admin/faq/new');
  const second = await first.context().newPage();
  await second.goto('/admin/faq/new');
  await second.getByRole('dialog').getByLabel('Question').fill('Typed in the second tab');
  const input = first.getByRole('dialog').getByLabel('Question');
  const readStored = () =>
    first.evaluate(() =>
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('unsaved/faq/new'))
        .map(([, text]) => String(JSON.parse(text).values.question).charAt(0))
        .sort(),
    );
  // Without a pause that a debounce would wait for.
  for (let stored: string[] = []; stored.join() !== 'T,x'; stored = await readStored())
    await input.press('x');
  const third = await first.context().newPage();
  await third.goto('/admin/faq/new');
  await third.getByRole('dialog').getByLabel('Question').waitFor();
  /** Every open form holds its slot, and has looked for texts by the time it does. */
  const countHeld = () => third.evaluate(async () => (await navigator.locks.query()).held?.length);
  await expect.poll(countHeld).toBe(3);
  expect(await third.getByText(/^Unsaved text from/).count()).toBe(0);
  await first.close();
  await second.close();
  await expect.poll(countHeld).toBe(1);
  await third.goto('/admin/unsaved');
  await third.getByRole('heading', { name: 'Typed in the second tab' }).waitFor();
  await third.getByRole('link', { name: 'Open Typed in the second tab' }).click();
  await third
    .getByRole('dialog')
    .getByText(/^Unsaved text from/)
    .first()
    .waitFor();
  await expect.poll(() => third.getByText(/^Unsaved text from/).count()).toBe(2);
  await third.context().close();
});

it('PROMISE 15 reaches the text of an item that was deleted meanwhile, and saves it as new', async () => {
  const page = await openPanel(site, '/admin/glossary/5');
  const modal = page.getByRole('dialog', { name: 'Edit Glossary Term' });
  await modal.getByLabel('Term', { exact: true }).fill('Deleted meanwhile');
  await page.reload();
  await modal.getByText(/^Unsaved text from/).waitFor();
  await page.request.delete(`${site.url}/api/glossary/5`, { headers: { origin: site.url } });
  await page.goto('/admin/glossary');
  const nav = page.getByRole('navigation', { name: 'Content' });
  await nav.getByRole('link', { name: /^Unsaved work/ }).click();
  await page.getByText('Deleted meanwhile', { exact: true }).nth(1).waitFor();
  const saveAsNew = page.getByRole('button', { name: 'Save Deleted meanwhile as new' });
  await page.evaluate(fillStorage);
  await saveAsNew.click();
  await page.getByText(/^This browser has no room for a copy/).waitFor();
  await page.reload();
  await saveAsNew.click();
  const fresh = page.getByRole('dialog', { name: 'Create Glossary Term' });
  await fresh.getByRole('button', { name: 'Restore it' }).click();
  await expect
    .poll(() => fresh.getByLabel('Term', { exact: true }).inputValue())
    .toBe('Deleted meanwhile');
  await save(page);
  await toast(page, 'Glossary Term created successfully').waitFor();
  await page.goto('/admin/unsaved');
  await page.getByText('Nothing is unsaved.').waitFor();
  await page.context().close();
});

it('PROMISE 15 offers to save as new when the item is gone at the save itself', async () => {
  const page = await openPanel(site, '/admin/glossary/6');
  const modal = page.getByRole('dialog', { name: 'Edit Glossary Term' });
  await modal.getByLabel('Term', { exact: true }).fill('Gone at the save');
  await page.request.delete(`${site.url}/api/glossary/6`, { headers: { origin: site.url } });
  await save(page);
  await modal.getByRole('button', { name: 'Save as new' }).click();
  await modal.waitFor({ state: 'detached' });
  const list = await (await page.request.get(`${site.url}/api/glossary?q=Gone+at+the+save`)).json();
  expect(list).toHaveLength(1);
  await page.context().close();
});

it('A15.15 reports a failure while offline, and a part that cannot be fetched in its place', async () => {
  const page = await openPanel(site, '/admin/faq/1');
  const modal = page.getByRole('dialog', { name: 'Edit FAQ' });
  await modal.getByLabel('Category').fill('Offline');
  await page.context().setOffline(true);
  await save(page);
  await page
    .getByText(/^Failed to update item/)
    .first()
    .waitFor();
  expect(await modal.getByLabel('Category').inputValue()).toBe('Offline');
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await answer(page, 'Discard changes');
  await page
    .getByRole('navigation', { name: 'Content' })
    .getByRole('link', { name: /^Content Hub/ })
    .click();
  await page.getByText('This part of the panel could not be loaded.').waitFor();
  await page.getByRole('heading', { name: 'Content Management' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Content Hub', level: 2 }).waitFor();
  await page.context().close();
});

it('A3.12 saves by Ctrl-S and stays, also with a new item', async () => {
  const page = await openPanel(site, '/admin/types/new');
  const fresh = page.getByRole('dialog', { name: 'Create Type' });
  await fresh.getByLabel('Title').fill('Saved by keys');
  await page.keyboard.press('Control+s');
  await toast(page, 'Type created successfully').waitFor();
  await page.waitForURL(/\/admin\/types\/\d+$/);
  const edit = page.getByRole('dialog', { name: 'Edit Type' });
  await edit.getByLabel('Title').fill('Saved again');
  await page.keyboard.press('Control+s');
  await toast(page, 'Type updated successfully').waitFor();
  expect(await edit.getByLabel('Title').inputValue()).toBe('Saved again');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await edit.waitFor({ state: 'detached' });
  const all = await (await page.request.get(`${site.url}/api/types`)).json();
  expect(all.at(-1)).toMatchObject({ title: 'Saved again' });
  await page.context().close();
});

it('A3.12 keeps the form, its cursor and what is typed on when a new item is saved by Ctrl-S', async () => {
  const page = await openPanel(site, '/admin/faq/new');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Question').fill('Where does the text go?');
  await dialog.getByRole('textbox', { name: 'Formatted text' }).first().click();
  await page.keyboard.type('First sentence.');
  await page.keyboard.press('Control+s');
  await page.keyboard.type(' Second one, typed at once while it is saved.', { delay: 30 });
  await page.waitForURL(/\/admin\/faq\/\d+$/);
  await page.getByRole('dialog', { name: 'Edit FAQ' }).waitFor();
  await page.keyboard.type(' And a third.');
  const whole = 'First sentence. Second one, typed at once while it is saved. And a third.';
  await expect.poll(() => dialog.getByLabel('Answer').first().inputValue()).toBe(whole);
  expect(await dialog.getByLabel('Question').inputValue()).toBe('Where does the text go?');
  await page.keyboard.press('Control+s');
  await toast(page, 'FAQ updated successfully').waitFor();
  const all = await (await page.request.get(`${site.url}/api/faq`)).json();
  const made = all.filter(({ question }: { question: string }) =>
    question.startsWith('Where does'),
  );
  expect(made.map(({ answer: text }: { answer: string }) => text)).toHaveLength(1);
  // The cursor never left the text: what was typed before the save can be undone.
  await page.keyboard.press('Control+z');
  await expect.poll(() => dialog.getByLabel('Answer').first().inputValue()).not.toBe(whole);
  await page.context().close();
});
