import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer } from './admin-helpers.ts';
import { card, type Desk, seeToast, startDesk } from './news-desk.ts';

const COPY = 'The custodian opens its reporting interface to every family office this year. ';

let desk: Desk;
let made = 0;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const openWith = async (...articles: object[]) => {
  const page = await desk.site.newPage();
  await desk.site.signIn(page);
  for (const article of articles) {
    made += 1;
    const draft = { slug: `guarded-${made}`, excerpt: 'x', originalContent: COPY.repeat(4) };
    const response = await desk.send(page, 'post', '/api/news', { ...draft, ...article });
    expect(response.status()).toBe(201);
  }
  await page.goto('/admin/news');
  return page;
};

it('A5.28 A15.19 shows new meta texts beside those that were written by hand, then applies them', async () => {
  const page = await openWith({ title: 'With meta texts', metaTitle: 'Written by hand' });
  const load = async () =>
    (await page.request.get(`${desk.site.url}/api/news/guarded-${made}`)).json();
  const value = { metaTitle: 'Made anew', metaDescription: 'Made anew, in a sentence.' };
  desk.ai.next({ kind: 'object', value: { ...value, focusKeyphrase: 'custodian' } });
  await card(page, 'With meta texts').getByRole('button', { name: /^SEO/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Replace the meta texts?' });
  await question.locator('del').first().waitFor();
  expect((await load()).metaTitle).toBe('Written by hand');
  await answer(page, 'Apply');
  await seeToast(page, 'SEO Generated', 'With meta texts');
  expect((await load()).metaTitle).not.toBe('Written by hand');
  await page.context().close();
});

it('A5.08 selects several, rewrites and publishes them, and rewrites one again', async () => {
  const page = await openWith({ title: 'Bulk one' }, { title: 'Bulk two' });
  await desk.send(page, 'post', '/api/style-guides', { name: 'House', prompt: 'Plain.' });
  const answerFor = (title: string) => ({
    title,
    content: 'From January on families may read their positions straight from the bank. '.repeat(4),
    excerpt: 'A bank opens its data.',
    category: 'Data',
    tags: ['data'],
    metaTitle: title,
    metaDescription: 'Families may read their positions.',
  });
  for (const title of ['Told one', 'Told two']) {
    desk.ai.next({ kind: 'object', value: answerFor(title) });
  }
  await page.getByLabel('Select Bulk one').check();
  await page.getByLabel('Select Bulk two').check();
  await page.getByRole('button', { name: 'Rewrite', exact: true }).click();
  await card(page, 'Told one').waitFor();
  await card(page, 'Told two').waitFor();
  const rewritten = card(page, 'Told two');
  expect(await rewritten.getByText('Rewritten', { exact: true }).count()).toBe(1);
  desk.ai.next({ kind: 'object', value: answerFor('Told two again') });
  await rewritten.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Rewrite again' }).click();
  await card(page, 'Told two again').waitFor();
  await page.getByLabel('Select Told one').check();
  await page.getByLabel('Select Told two again').check();
  await page.getByRole('button', { name: 'Publish', exact: true }).dblclick();
  await seeToast(page, 'Articles Published', '2 of 2 published');
  expect(await page.getByText('Failed to publish article').count()).toBe(0);
  const more = card(page, 'Told one').getByRole('button', { name: /^More/ });
  await more.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Unpublish' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await more.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await answer(page, 'Unpublish');
  await seeToast(page, 'Article Unpublished', 'Told one');
  await card(page, 'Told one')
    .getByRole('button', { name: /^Publish/ })
    .waitFor();
  await page.context().close();
});

it('A15.09 A15.19 deletes no article that somebody else changed since', async () => {
  const page = await openWith({
    title: 'Changed elsewhere',
    originalUrl: 'https://wire.example/c',
  });
  const one = card(page, 'Changed elsewhere');
  await one.waitFor();
  const path = `/api/news/guarded-${made}`;
  const { id } = await (await page.request.get(`${desk.site.url}${path}`)).json();
  await desk.send(page, 'put', `/api/news/${id}`, { excerpt: 'Two hours of work' });
  const remove = async () => {
    await one.getByRole('button', { name: /^Delete/ }).click();
    await answer(page, 'Delete');
  };
  const read = page.waitForResponse(/\/api\/news\?.*limit=50/);
  await remove();
  await seeToast(page, 'Error', 'Somebody else changed it in the meantime. Look at it again.');
  await read;
  await remove();
  await seeToast(page, 'Article Deleted', 'Changed elsewhere');
  await page.context().close();
});
