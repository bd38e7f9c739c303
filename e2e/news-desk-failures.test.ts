import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer } from './admin-helpers.ts';
import { card, type Desk, dialog, seeToast, startDesk } from './news-desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk?.close());

describe('when something fails', () => {
  const failing = async (page: Page, method: string, path: string, body = 'x') => {
    const isMeant = (url: URL) => url.pathname === path;
    await page.route(isMeant, (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 500, body, contentType: 'application/json' })
        : route.fallback(),
    );
    return () => page.unroute(isMeant);
  };
  it('A15.01 A15.05 A15.06 A15.07 A15.08 A15.09 says which action on an article failed', async () => {
    const page = await desk.openDesk('/admin/news');
    const { id } = await (
      await desk.send(page, 'post', '/api/news', {
        title: 'Failing one',
        slug: 'failing-one',
        originalContent: 'Text.',
        originalUrl: 'https://example.com/failing',
      })
    ).json();
    await page.reload();
    const failed = (text: string) => seeToast(page, 'Error', text);
    const one = card(page, 'Failing one');

    await failing(page, 'POST', '/api/news/fetch-rss');
    await page.getByRole('button', { name: 'Fetch from Feed' }).click();
    await failed('Failed to fetch RSS feed');
    const title = page.locator('li[data-state=open]').getByText('Error', { exact: true });
    const color = await title.evaluate((element) => getComputedStyle(element).color);
    const [red = 0, green = 255, blue = 255] = (color.match(/\d+/g) ?? []).map(Number);
    expect(red, color).toBeGreaterThan(2 * Math.max(green, blue));
    await page.unrouteAll();
    await failing(page, 'POST', '/api/news/fetch-rss', '{"message":"The wire is down"}');
    await page.getByRole('button', { name: 'Fetch from Feed' }).click();
    await failed('The wire is down');

    await failing(page, 'POST', `/api/news/${id}/rewrite`);
    await one.getByRole('button', { name: /^Rewrite/ }).click();
    await failed('Failed to rewrite article');
    await page.getByRole('log').getByText('Failed to rewrite article').waitFor();
    await failing(page, 'POST', `/api/news/${id}/rewrite`, '{"message":"The model is away"}');
    await one.getByRole('button', { name: /^Rewrite/ }).click();
    await failed('The model is away');
    await page.getByRole('button', { name: 'Clear finished logs' }).click();
    await expect.poll(() => page.getByRole('log').count()).toBe(0);

    await failing(page, 'POST', `/api/news/${id}/generate-seo`);
    await one.getByRole('button', { name: /^SEO/ }).click();
    await failed('Failed to generate SEO metadata');

    await failing(page, 'DELETE', `/api/news/${id}`);
    await one.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await failed('Failed to delete article');

    await failing(page, 'DELETE', '/api/news/bulk/unpublished');
    await page.getByRole('button', { name: 'Delete Unpublished' }).click();
    await page.getByRole('button', { name: /^Delete \d/ }).click();
    await failed('Failed to bulk delete unpublished articles');

    await desk.send(page, 'put', `/api/news/${id}`, { status: 'rewritten' });
    await page.reload();
    await failing(page, 'POST', `/api/news/${id}/publish`);
    await one.getByRole('button', { name: /^Publish/ }).click();
    await failed('Failed to publish article');

    await failing(page, 'PUT', `/api/news/${id}`);
    await one.getByRole('link', { name: /^Edit/ }).click();
    await page.getByLabel('Excerpt').fill('More');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await failed('Failed to update article');
    await dialog(page).getByText('500: x').waitFor();
    await page.context().close();
  });

  it('A7.08 A10.01 A10.03 A15.04 A15.05 tells it in the form as well', async () => {
    const page = await desk.openDesk('/admin/news/new');
    await page.getByRole('tab', { name: 'SEO' }).click();
    await page.getByRole('button', { name: 'Generate SEO' }).click();
    await seeToast(
      page,
      'Error',
      'Please fill in title and content fields before generating SEO data',
    );
    await page.getByRole('tab', { name: 'Content' }).click();
    await page.getByLabel('Title').fill('A title');
    await page.getByLabel('Content').last().fill('A text.');
    await page.getByLabel('Original URL').fill('https://example.com/x');
    await failing(page, 'GET', '/api/images/search');
    await page.getByRole('button', { name: 'Search images' }).click();
    await page
      .getByText('Failed to load images. Please check your Unsplash API key configuration.')
      .waitFor();
    await page.getByRole('tab', { name: 'SEO' }).click();
    await failing(page, 'POST', '/api/generate-seo');
    const sent = page.waitForRequest('**/api/generate-seo');
    await page.getByRole('button', { name: 'Generate SEO' }).click();
    const asked = (await sent).postDataJSON();
    expect(asked).toMatchObject({ contentType: 'news', title: 'A title', content: 'A text.' });
    expect(asked).not.toHaveProperty('targetKeyphrase');
    await seeToast(page, 'Error', 'Failed to generate SEO data');
    await failing(page, 'POST', '/api/news');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await seeToast(page, 'Error', 'Failed to create article');
    await page.context().close();
  });

  it('A5.29 A6.09 A15.10 A15.11 waits, fails and recovers in the lists', async () => {
    const page = await desk.openDesk('/admin/faq');
    await failing(page, 'GET', '/api/news');
    await page.getByRole('link', { name: /^News \d/ }).click();
    await page.getByRole('alert').getByText('Failed to fetch articles').waitFor();
    await page.unrouteAll();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/news?*limit=50*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Loading articles...').waitFor();
    release();
    await page.locator('[data-article]').first().waitFor();

    await desk.send(page, 'post', '/api/style-guides', { name: 'House', prompt: 'Plainly.' });
    await page.getByRole('link', { name: 'Style Guides' }).click();
    const guide = page.locator('[data-guide]').first();
    const id = await guide.getAttribute('data-guide');
    await desk.send(page, 'put', `/api/style-guides/${id}`, { isActive: false });
    await page.reload();
    expect(await page.locator('[data-active-guide]', { hasText: 'none' }).textContent()).toBe(
      'none',
    );
    await failing(page, 'POST', `/api/style-guides/${id}/activate`);
    await guide.getByRole('button', { name: /^Activate/ }).click();
    await seeToast(page, 'Error', 'Failed to activate style guide');
    await failing(page, 'DELETE', `/api/style-guides/${id}`);
    await guide.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await seeToast(page, 'Error', 'Failed to delete style guide');
    await failing(page, 'PUT', `/api/style-guides/${id}`);
    await guide.getByRole('link', { name: /^Edit/ }).click();
    await page.getByLabel('Description').fill('Changed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await seeToast(page, 'Error', 'Failed to update style guide');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await answer(page, 'Discard changes');
    await failing(page, 'POST', '/api/style-guides');
    await page.getByRole('link', { name: 'Add Style Guide' }).click();
    await page.getByLabel('Name').fill('Third');
    await page.getByLabel('Prompt').fill('Plainly.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await seeToast(page, 'Error', 'Failed to create style guide');
    await page.context().close();
  });
});

it('A7.01 A7.02 A7.05 A7.06 A7.07 waits with six places, scrolls, chooses and removes', async () => {
  const page = await desk.openDesk('/admin/news/new');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked: string[] = [];
  await page.route('**/api/images/search*', async (route) => {
    asked.push(route.request().url());
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Search images' }).click();
  await page.getByTestId('image-placeholder').first().waitFor();
  expect(await page.getByTestId('image-placeholder').count()).toBe(6);
  release();
  const tiles = page.getByRole('button', { name: /^Choose/ });
  await tiles.first().waitFor();
  expect(asked.map((url) => new URL(url).searchParams.get('q'))).toEqual(['business office']);
  expect(await tiles.count()).toBe(3);
  expect(await tiles.first().locator('img').getAttribute('src')).toContain('w=400');
  const style = await page.getByTestId('image-results').evaluate((element) => {
    const { maxHeight, overflowY } = getComputedStyle(element);
    return [maxHeight, overflowY];
  });
  expect(style).toEqual(['384px', 'auto']);
  await tiles.first().click();
  await page.locator('[data-featured-preview]').waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => page.locator('[data-featured-preview]').count()).toBe(0);
  await expect.poll(() => page.getByLabel('Image address').inputValue()).toBe('');
  desk.unsplash.state.results = 0;
  await page.getByRole('searchbox', { name: 'Search images' }).fill('nothing at all');
  await page.keyboard.press('Enter');
  await page.getByText('No images found').waitFor();
  desk.unsplash.state.results = 3;
  await page.context().close();
});
