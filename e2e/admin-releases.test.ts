import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { answer, openPanel, toast } from './admin-helpers.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

it.each([
  ['320', { width: 320, height: 640 }],
  ['1440', { width: 1440, height: 900 }],
])('prepares, looks through, publishes and undoes a release at %s px', async (width, viewport) => {
  const name = `Spring ${width}`;
  const page = await openPanel(site, '/admin/glossary/3', { viewport });
  const form = page.getByRole('dialog', { name: 'Edit Glossary Term' });
  await form.getByLabel('Definition').fill(`What ${name} says.`);
  await form
    .getByRole('button', { name: /^Save (as )?draft$/ })
    .first()
    .click();
  await form.waitFor({ state: 'detached' });
  await page.goto('/admin/glossary/3');
  await form.getByText('Readers see the live version until the draft is published.').waitFor();
  await form.getByRole('button', { name: 'Add to a release…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to a release' });
  await dialog.getByLabel('Release').selectOption('A new release');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Add to the release' }).click();
  await toast(page, 'Added to the release').waitFor();

  await page.goto('/admin/releases');
  await page.getByRole('link', { name }).click();
  await page.getByText('Nothing is in the way of this release.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await overflow()).toBe(0);
  await page.getByRole('button', { name: /^Compare with live/ }).click();
  const compared = page.getByRole('dialog', { name: 'Draft and live version' });
  await expect.poll(() => compared.innerText()).toContain('Spring');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('button', { name: 'Undo release' }).click();
  await answer(page, 'Undo release');
  await page.getByText('Undone', { exact: true }).first().waitFor();
  await page.context().close();
});

it('begins one release by a double click, and looks again for what is in its way', async () => {
  const page = await openPanel(site, '/admin/releases');
  await page.getByLabel('Name of a new release').fill('Clicked twice');
  await page.getByRole('button', { name: 'Begin release' }).dblclick();
  await page.getByText('Nothing is in this release yet.').waitFor();
  const releases = async () => (await page.request.get('/api/releases')).json();
  const named = (await releases()).filter(({ name }: { name: string }) => name === 'Clicked twice');
  expect(named).toHaveLength(1);
  const headers = { origin: site.url };
  const send = async (path: string, data: object) => {
    const sent = await page.request.post(`${site.url}${path}`, { data, headers });
    expect([path, sent.ok()]).toEqual([path, true]);
  };
  const entry = { collection: 'glossary', itemId: 4, action: 'move', slug: 'soon-taken' };
  await send(`/api/releases/${named[0].id}/items`, entry);
  await page.goto('/admin/releases');
  await page.getByRole('link', { name: 'Clicked twice' }).click();
  await page.getByText('Nothing is in the way of this release.').waitFor();
  // Somebody else takes the address: no item of the release changes by it.
  await send('/api/glossary', { term: 'Taken', slug: 'soon-taken', definition: 'It is.' });
  await page.getByRole('link', { name: 'All releases' }).click();
  await page.getByRole('link', { name: 'Clicked twice' }).click();
  await page.getByText('1 item is in the way.').waitFor();
  await page.context().close();
});

it('takes chosen articles of the news together', async () => {
  const page = await openPanel(site, '/admin/news');
  const headers = { origin: site.url };
  for (const at of [1, 2]) {
    const title = `Released article ${at}`;
    const text = { originalContent: 'A short text.', originalUrl: `https://example.com/r${at}` };
    const data = { title, slug: `released-article-${at}`, ...text };
    await page.request.post(`${site.url}/api/news`, { data, headers });
  }
  await page.goto('/admin/news?q=Released+article');
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(1).waitFor();
  for (const at of [0, 1]) await boxes.nth(at).check();
  await page.getByRole('button', { name: 'Add to a release' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to a release' });
  await dialog.getByText('2 items wait there').waitFor();
  await dialog.getByLabel('Release').selectOption('A new release');
  await dialog.getByLabel('Name').fill('Two articles');
  await dialog.getByRole('button', { name: 'Add to the release' }).dblclick();
  await dialog.waitFor({ state: 'detached' });
  const made = await (await page.request.get('/api/releases')).json();
  const named = made.filter(({ name }: { name: string }) => name === 'Two articles');
  expect(named.map(({ items }: { items: number }) => items)).toEqual([2]);
  await page.context().close();
});

it('takes chosen rows of a list, and offers an editor no publishing of what takes a publisher', async () => {
  const page = await openPanel(site, '/admin/glossary', { viewport: { width: 320, height: 640 } });
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: 'Add to a release' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to a release' });
  await dialog.getByText('2 items wait there').waitFor();
  await dialog.getByLabel('Release').selectOption('A new release');
  await dialog.getByLabel('Name').fill('Two rows');
  await dialog.getByLabel('What becomes of it').selectOption('Delete');
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add to the release' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.goto('/admin/releases');
  await page.getByRole('link', { name: 'Two rows' }).click();
  await page.getByRole('button', { name: 'Publish now' }).waitFor();
  await site.db.execute(sql`update users set role = 'editor' where email = 'editor@example.com'`);
  await page.reload();
  await page.getByText('You may not publish it: each item says why.').waitFor();
  const reason = /^Only a publisher or an owner may publish, and change or delete/;
  expect(await page.getByText(reason).count()).toBe(2);
  expect(await page.getByRole('button', { name: 'Publish now' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Schedule' }).count()).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  await page.context().close();
});
