import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { answer, openPanel, toast } from './admin-helpers.ts';
import { holdBack } from './public-support.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const SLUG = 'how-many-people-run-the-software';

const readItem = async () => (await fetch(`${site.url}/api/faq/${SLUG}`)).json();
const readPage = async () => (await fetch(`${site.url}/faq/${SLUG}`)).text();

it('ISSUE 17 keeps a change of a live page as a draft, compares it and publishes it', async () => {
  const before = await readItem();
  const page = await openPanel(site, `/admin/faq/${before.id}`);
  const form = page.getByRole('dialog', { name: 'Edit FAQ' });
  const press = (name: string) => form.getByRole('button', { name, exact: true }).click();
  await form.getByLabel('Question').fill('How many hands do we need?');
  await press('Save as draft');
  await toast(page, 'Draft saved. Readers still see the live version.').waitFor();
  await form.waitFor({ state: 'detached' });
  expect(await readPage()).not.toContain('How many hands do we need?');
  expect((await readItem()).version).toBe(before.version);

  await page.goto(`/admin/faq?q=${encodeURIComponent(before.question)}`);
  await page.getByText('Draft waits, by Edith').waitFor();
  await page.goto(`/admin/faq/${before.id}`);
  const notice = form.getByRole('region', { name: 'Draft' });
  await notice.getByText(/^Draft by Edith/).waitFor();
  expect(await form.getByLabel('Question').inputValue()).toBe('How many hands do we need?');
  await notice.getByRole('button', { name: 'Compare with live' }).click();
  const compared = page.getByRole('dialog', { name: 'Draft and live version' });
  await compared.locator('ins').getByText('hands').waitFor();
  expect(await compared.getByRole('heading', { level: 4 }).allTextContents()).toEqual(['Question']);
  await compared.getByRole('button', { name: 'Close' }).click();

  // The live page is corrected meanwhile: neither text is lost.
  const corrected = await page.context().request.put(`${site.url}/api/faq/${before.id}`, {
    data: { category: 'Corrected live' },
    headers: { origin: site.url },
  });
  expect(corrected.status()).toBe(200);
  await form.getByLabel('Question').fill('How many hands do we need in all?');
  await press('Publish draft');
  const conflict = page.getByRole('dialog', { name: 'Changed by somebody else' });
  await conflict.getByRole('group', { name: 'Which Category' }).waitFor();
  await conflict.getByRole('button', { name: 'Save this version' }).click();
  await toast(page, 'FAQ published').waitFor();
  await form.waitFor({ state: 'detached' });
  expect(await readItem()).toMatchObject({
    question: 'How many hands do we need in all?',
    category: 'Corrected live',
  });
  await expect.poll(readPage).toContain('How many hands do we need in all?');
  // The conflict alone: a draft that is gone is not asked for.
  expect(page.problems.filter((text) => !/412/.test(text))).toEqual([]);
  await page.context().close();
});

it('ISSUE 17 gives a draft back that a crash interrupted, and discards it when asked', async () => {
  const { id } = await readItem();
  const page = await openPanel(site, `/admin/faq/${id}`);
  const form = page.getByRole('dialog', { name: 'Edit FAQ' });
  await form.getByLabel('Question').fill('A first draft');
  await form.getByRole('button', { name: 'Save as draft' }).click();
  await form.waitFor({ state: 'detached' });
  await page.goto(`/admin/faq/${id}`);
  await form.getByText(/^Draft by Edith/).waitFor();
  await form.getByLabel('Question').fill('A second draft, never saved');
  await page.reload();
  await form.getByText(/^Unsaved text from/).waitFor();
  await form.getByRole('button', { name: 'Restore it' }).click();
  await form.getByRole('button', { name: 'Save draft', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  const path = `${site.url}/api/faq/${id}/draft`;
  const stored = await (await page.context().request.get(path)).json();
  expect([stored.version, stored.fields.question]).toEqual([2, 'A second draft, never saved']);
  await page.goto(`/admin/faq/${id}`);
  await form.getByRole('button', { name: 'Discard draft' }).click();
  await answer(page, 'Discard draft');
  await toast(page, 'Draft discarded').waitFor();
  await form.waitFor({ state: 'detached' });
  await page.goto(`/admin/faq/${id}`);
  await form.getByRole('button', { name: 'Save as draft' }).waitFor();
  expect(await form.getByLabel('Question').inputValue()).toBe('How many hands do we need in all?');
  await page.context().close();
});

it('ISSUE 17 schedules a change over a live page, which a colleague reads by a link before it goes live', async () => {
  const slug = 'which-return-should-we-report';
  const item = await (await fetch(`${site.url}/api/faq/${slug}`)).json();
  const readLive = async () => (await fetch(`${site.url}/faq/${slug}`)).text();
  const page = await openPanel(site, `/admin/faq/${item.id}`, { timezoneId: 'Europe/Berlin' });
  const form = page.getByRole('dialog', { name: 'Edit FAQ' });
  await form.getByLabel('Question').fill('Which return is the right one?');
  await form.getByRole('button', { name: 'Schedule', exact: true }).click();
  const plan = page.getByRole('dialog', { name: 'Schedule' });
  await plan.getByLabel('Publish at', { exact: true }).fill('2030-12-03T09:00');
  await plan.getByRole('button', { name: 'Publish on Dec 3, 2030, 9:00 AM CET' }).click();
  await toast(page, 'Scheduled: Publish on Dec 3, 2030, 9:00 AM CET').waitFor();
  await form
    .getByRole('region', { name: 'Schedule' })
    .getByText(/^Publish on Dec 3/)
    .waitFor();

  await form.getByRole('button', { name: 'Preview link' }).click();
  const links = page.getByRole('dialog', { name: 'Preview links' });
  await links.getByRole('button', { name: 'Create preview link' }).click();
  const url = await links.getByLabel('Preview link', { exact: true }).inputValue();
  const colleague = await site.newPage();
  await colleague.goto(url);
  await colleague.getByText(/^Preview: this is not published yet/).waitFor();
  await colleague.getByRole('heading', { name: 'Which return is the right one?' }).waitFor();
  expect(colleague.problems).toEqual([]);
  expect(await readLive()).not.toContain('Which return is the right one?');

  await page.goto('/admin');
  const today = page.getByRole('region', { name: 'Today' });
  const row = today
    .getByRole('listitem')
    .filter({ hasText: 'Publish on Dec 3, 2030, 9:00 AM CET' });
  await row.getByRole('link', { name: 'Which return is the right one?' }).waitFor();
  // Its time has come.
  await site.db.execute(
    sql`update jobs set run_at = now() where name = 'schedule' and subject = ${`faq/${item.id}`}`,
  );
  await expect.poll(readLive, { timeout: 40_000 }).toContain('Which return is the right one?');
  const stored = await (await fetch(`${site.url}/api/faq/${slug}`)).json();
  expect([stored.question, stored.version]).toEqual([
    'Which return is the right one?',
    item.version + 1,
  ]);
  const told = await page
    .context()
    .request.get(`${site.url}/api/activity?collection=faq&item=${item.id}`);
  const lines: { action: string; actorEmail: string }[] = await told.json();
  expect(lines.map(({ action }) => action)).toEqual([
    'changed',
    'preview link made',
    'scheduled',
    'draft saved',
  ]);
  expect(new Set(lines.map(({ actorEmail }) => actorEmail))).toEqual(
    new Set(['editor@example.com']),
  );
  expect(page.problems).toEqual([]);
  await colleague.context().close();
  await page.context().close();
});

it('ISSUE 17 tells on the first screen what waits, and what is ready goes live from the inbox', async () => {
  const page = await openPanel(site, '/admin/glossary');
  const send = async (method: 'post' | 'put', path: string, data: object = {}) => {
    const options = { data, headers: { origin: site.url } };
    const response = await page.request[method](`${site.url}/api${path}`, options);
    expect([path, response.ok()]).toEqual([path, true]);
    return response.json();
  };
  const hidden = { title: 'Not public yet', slug: 'not-public-yet', isPublished: false };
  const { id } = await send('post', '/types', hidden);
  await send('post', `/types/${id}/schedule`, { publishAt: '2030-12-03T09:00:00Z' });
  await send('put', '/glossary/2/draft', { term: 'Term to be looked at' });
  await send('post', '/glossary/2/draft/ready');
  await page.goto('/admin');
  const today = page.getByRole('region', { name: 'Today' });
  const rowOf = (text: string) => today.getByRole('listitem').filter({ hasText: text });
  await rowOf('1 not published').getByRole('link', { name: 'Types' }).waitFor();
  await rowOf('Publish on').getByRole('link', { name: 'Not public yet' }).waitFor();
  await rowOf(' due').getByRole('link', { name: 'No price' }).waitFor();
  await rowOf('Not public yet').filter({ hasText: 'Edith' }).first().waitFor();
  await rowOf('ready to publish').getByRole('link', { name: 'Term to be looked at' }).waitFor();
  await page.goto('/admin/inbox');
  const ready = page.getByRole('region', { name: 'Ready to publish' });
  await ready.getByRole('link', { name: 'Term to be looked at' }).waitFor();
  await ready.getByRole('button', { name: 'Publish: Term to be looked at' }).click();
  await toast(page, 'Published').waitFor();
  await ready.waitFor({ state: 'detached' });

  await send('post', `/types/${id}/draft/ready`);
  await page.reload();
  await ready.getByRole('button', { name: 'Send back: Not public yet' }).click();
  await ready.getByLabel('Comment').fill('It needs a description.');
  await ready.getByRole('button', { name: 'Send back', exact: true }).click();
  await toast(page, 'Sent back').waitFor();
  await ready.waitFor({ state: 'detached' });
  await page.goto(`/admin/types/${id}?comments=1`);
  await page.getByText('It needs a description.').waitFor();
  const stored = await (await fetch(`${site.url}/api/glossary/2`)).json();
  expect(stored.term).toBe('Term to be looked at');
  await page.context().close();
});

it('ISSUE 17 publishes no text that was not seen, and keeps what is typed meanwhile', async () => {
  const page = await openPanel(site, '/admin');
  const headers = { origin: site.url };
  const hidden = { title: 'Never public', slug: 'never-public', isPublished: false };
  const made = await page.request.post(`${site.url}/api/types`, { data: hidden, headers });
  const path = `${site.url}/api/types/${(await made.json()).id}`;
  await page.request.post(`${path}/draft/ready`, { headers });
  await page.goto(`/admin/types/${path.split('/').at(-1)}`);
  const form = page.getByRole('dialog', { name: 'Edit Type' });
  const ready = form.getByRole('region', { name: 'Ready to publish' });
  const press = () => ready.getByRole('button', { name: 'Publish', exact: true }).click();
  // The form has read the text before somebody else changes it.
  await ready.getByRole('button', { name: 'Publish', exact: true }).waitFor();
  await page.request.put(path, { data: { title: 'Not looked at' }, headers });
  await press();
  const conflict = page.getByRole('dialog', { name: 'Changed by somebody else' });
  await conflict.getByRole('group', { name: 'Which Title' }).waitFor();
  expect((await fetch(path)).status).toBe(404);
  await conflict.getByRole('button', { name: 'Save this version' }).click();
  await conflict.waitFor({ state: 'detached' });
  await toast(page, 'Type updated successfully').waitFor();
  expect(await form.getByLabel('Title').inputValue()).toBe('Not looked at');

  const held = holdBack();
  await page.route('**/draft/publish*', held.handler);
  await press();
  await form.getByLabel('Title').fill('Typed while it was published');
  held.release();
  await toast(page, 'Type published').waitFor();
  await toast(page, 'What was typed meanwhile is not saved yet.').waitFor();
  expect(await form.getByLabel('Title').inputValue()).toBe('Typed while it was published');
  expect((await (await fetch(path)).json()).title).toBe('Not looked at');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  expect((await (await fetch(path)).json()).title).toBe('Typed while it was published');
  await page.context().close();
});
