import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer, hasFocus } from './admin-helpers.ts';
import { card, type Desk, seeToast, startDesk } from './news-desk.ts';
import { goInside, holdBack, waitUntilHydrated } from './public-support.ts';

let desk: Desk;
let page: Awaited<ReturnType<Desk['openDesk']>>;

beforeAll(async () => {
  desk = await startDesk();
  page = await desk.openDesk('/admin');
});
afterAll(() => desk?.close());

const create = async (path: string, data: object) => {
  const response = await desk.send(page, 'post', path, data);
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
};

/** The panel's query cache; a removed query is fetched again. */
interface Queries {
  removeQueries(filter: { queryKey: string[] }): void;
}
type Window = { __TSR_ROUTER__: { options: { context: { queryClient: Queries } } } };

const choose = (label: string, value: string) => page.getByLabel(label).fill(value);

it('A1.01 P1.11 P25.04 shows a spinner at /auth and fills the screen at /admin while the status loads', async () => {
  const visitor = await desk.openPage();
  await visitor.goto('/about');
  await waitUntilHydrated(visitor);
  const held = holdBack({ status: 401, body: '{"message":"Unauthorized"}' });
  await visitor.route('**/api/auth/user', held.handler);
  await visitor.evaluate(() => {
    const { queryClient } = (window as unknown as Window).__TSR_ROUTER__.options.context;
    queryClient.removeQueries({ queryKey: ['/api/auth/user'] });
  });
  await goInside(visitor, '/admin');
  const screen = visitor.locator('.fixed').filter({ hasText: 'Loading' });
  await screen.waitFor();
  expect(await screen.boundingBox()).toMatchObject({ x: 0, y: 0, ...visitor.viewportSize() });
  await goInside(visitor, '/auth');
  const spinner = visitor.getByRole('status').filter({ hasText: 'Loading' });
  await spinner.locator('.animate-spin').waitFor();
  expect(await visitor.getByLabel('Password').count()).toBe(0);
  held.release();
  await visitor.getByLabel('Password').first().waitFor();
  await expect.poll(() => spinner.count()).toBe(0);
  expect(await visitor.getByRole('alert').count()).toBe(0);
  await visitor.context().close();
});

describe('the forms', () => {
  it('A3.13 another item opens on the Content tab, without the analysis of the one before', async () => {
    const text = 'A family office looks after the affairs of one family. '.repeat(8);
    for (const question of ['What is the first?', 'What is the second?']) {
      const slug = question.toLowerCase().replace(/\W+/g, '-').slice(0, -1);
      await create('/api/faq', { question, slug, answer: text, category: 'General' });
    }
    await page.goto('/admin/faq');
    await page.getByRole('link', { name: 'What is the first?' }).first().click();
    await page.getByRole('tab', { name: 'SEO' }).click();
    await choose('Target keyphrase', 'first phrase');
    desk.ai.next({
      kind: 'object',
      value: {
        metaTitle: 'Made for the first',
        metaDescription: 'Words about the first phrase.',
        focusKeyphrase: 'first phrase',
      },
    });
    await page.getByRole('button', { name: 'Generate SEO' }).click();
    await seeToast(page, 'Success', 'SEO data generated successfully');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await answer(page, 'Discard changes');
    await page.getByRole('link', { name: 'What is the second?' }).first().click();
    await page.getByRole('dialog').getByRole('tab', { name: 'Content', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'SEO' }).click();
    expect(await page.getByLabel('Target keyphrase').inputValue()).toBe('');
    expect(await page.getByLabel('Meta title').inputValue()).toBe('');
    expect(await page.getByRole('dialog').innerText()).not.toContain('first');
  });

  it('A10.07 meta title ends at 60 characters and meta description at 160, in each way of a form', async () => {
    const forms = [
      ['vendors', 'SEO'],
      ['landing-pages', 'SEO & Settings'],
      ['pages', null],
    ] as const;
    for (const [name, tab] of forms) {
      await page.goto(`/admin/${name}/new`);
      await hasFocus(page.getByRole('dialog'));
      if (tab) await page.getByRole('tab', { name: tab, exact: true }).click();
      for (const [label, typed, kept] of [
        ['Meta title', 70, 60],
        ['Meta description', 170, 160],
      ] as const) {
        const field = page.getByLabel(label);
        await field.focus();
        await page.keyboard.insertText('y'.repeat(typed));
        await expect
          .poll(async () => [name, label, await field.inputValue()])
          .toEqual([name, label, 'y'.repeat(kept)]);
        await page.getByText(`${kept}/${kept}`, { exact: true }).waitFor();
      }
    }
  });

  it('A5.30 counts the alt text against 125 and the caption against 500', async () => {
    await page.goto('/admin/news/new');
    const hint = 'Optimal: 50-125 characters.';
    for (const [length, judged] of [
      [10, `${hint} A little short.`],
      [49, `${hint} A little short.`],
      [50, `${hint} Good length.`],
      [80, `${hint} Good length.`],
      [125, `${hint} Good length.`],
      [126, `${hint} Too long.`],
      [130, `${hint} Too long.`],
    ] as const) {
      await choose('Image alt text', 'x'.repeat(length));
      await page.getByText(`${length}/125`, { exact: true }).waitFor();
      await page.getByText(judged, { exact: true }).waitFor();
    }
    for (const length of [0, 42, 500, 501]) {
      await choose('Image caption', 'x'.repeat(length));
      await page.getByText(`${length}/500`, { exact: true }).waitFor();
    }
  });
});

describe('the lists', () => {
  it('A6.09 says that style guides load, and that there are none', async () => {
    const held = holdBack({ status: 200, body: '[]', contentType: 'application/json' });
    await page.goto('/admin/faq');
    await page.route('**/api/style-guides*', held.handler);
    await page.goto('/admin/news/style-guides');
    await page.getByText('Loading style guides...', { exact: true }).waitFor();
    expect(await page.getByText('No style guides found').count()).toBe(0);
    held.release();
    await page.getByText('No style guides found', { exact: true }).waitFor();
    expect(await page.getByText('Loading style guides...').count()).toBe(0);
    await page.unroute('**/api/style-guides*');
  });

  it('A5.06 an article shows picture, title, publisher, date, badges, words and reading time', async () => {
    const article = {
      originalContent: 'word '.repeat(450),
      originalPublisher: 'Example Press',
      originalPublishedAt: '2025-03-09T12:00:00.000Z',
      imageUrl: 'https://images.unsplash.com/photo-1',
      excerpt: 'In short.',
    };
    for (const [title, isRewritten, status] of [
      ['The rewritten card', true, 'published'],
      ['The plain card', false, 'published'],
      ['The waiting card', true, 'rewritten'],
    ] as const) {
      const slug = title.toLowerCase().replaceAll(' ', '-');
      await create('/api/news', {
        ...article,
        title,
        slug,
        isRewritten,
        status,
        originalUrl: `https://example.com/${slug}`,
      });
    }
    await page.goto('/admin/news');
    const one = card(page, 'The rewritten card');
    await one.waitFor();
    const image = one.locator('img[data-thumbnail]');
    expect(await image.getAttribute('src')).toBe('https://images.unsplash.com/photo-1');
    await one.getByRole('heading', { name: 'The rewritten card' }).waitFor();
    const texts = ['Example Press', 'Published', 'Rewritten', '450 words', '3 min read'];
    for (const text of texts) await one.getByText(text, { exact: true }).waitFor();
    await one.getByText(/9 Mar(ch)? 2025|Mar(ch)? 9, 2025/).waitFor();
    const plain = card(page, 'The plain card');
    await plain.getByText('Published', { exact: true }).waitFor();
    expect(await plain.getByText('Rewritten', { exact: true }).count()).toBe(0);
    // Where the status and the badge say the same, they say it once.
    const waiting = card(page, 'The waiting card');
    await waiting.getByText('Rewritten', { exact: true }).waitFor();
    expect(await waiting.getByText('Rewritten', { exact: true }).count()).toBe(1);
  });
});
