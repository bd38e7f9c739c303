import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';

let site: BrowserSite;
let page: Awaited<ReturnType<BrowserSite['newPage']>>;

const send = async (path: string, data: object) => {
  const response = await page.context().request.post(`${site.url}${path}`, { data });
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
};

beforeAll(async () => {
  site = await startBrowserSite({
    data: 'empty',
    settings: { AI_BASE_URL: 'http://127.0.0.1:9/v1', AI_MODEL: 'none' },
  });
  page = await site.newPage({ viewport: { width: 1280, height: 900 } });
  await site.signIn(page);
  for (const status of ['draft', 'rewritten', 'published']) {
    await send('/api/news', {
      title: `The ${status} one`,
      slug: `the-${status}-one`,
      originalContent: 'Some words.',
      originalUrl: `https://example.com/${status}`,
      originalPublisher: 'Example Press',
      category: 'Security',
      excerpt: 'In short.',
      isRewritten: status === 'published',
      status,
    });
  }
  await send('/api/style-guides', {
    name: 'First guide',
    description: 'For exact authors.',
    prompt: 'Be exact.',
  });
  await send('/api/style-guides', { name: 'Second guide', prompt: 'Be brief.', isActive: false });
});
afterAll(() => site.close());

it('A5.01 A5.02 A5.03 A5.04 A5.06 counts by status and finds by publisher, inside the panel', async () => {
  await page.goto('/admin/news');
  await page.getByText('The draft one').waitFor();
  for (const tab of ['Articles', 'Style Guides']) {
    expect(
      await page
        .getByRole('link', { name: tab })
        .or(page.getByRole('tab', { name: tab }))
        .count(),
    ).toBeGreaterThan(0);
  }
  const readText = async () => (await page.locator('main').innerText()).replace(/\s+/g, ' ');
  for (const counter of ['Total Articles 3', 'Published 1', 'Rewritten 1', 'Drafts 1'])
    await expect.poll(readText).toContain(counter);
  await page.getByRole('searchbox').fill('EXAMPLE press');
  await expect.poll(() => page.getByText(/^The (draft|rewritten|published) one$/).count()).toBe(3);
  await page.getByRole('searchbox').fill('zzzz');
  await page.getByText('No articles found').waitFor();
  await page.getByRole('searchbox').fill('');
});

it('A5.08 A5.09 offers each status its own action alone, and SEO, Edit and Delete to all', async () => {
  await page.goto('/admin/news');
  await page.getByText('The draft one').first().waitFor();
  const cardOf = (status: string) =>
    page.locator('[data-article]').filter({ hasText: `The ${status} one` });
  const offeredFor = async (status: string) => {
    const all = cardOf(status).locator('button, a:not(h3 a), [role="button"], summary');
    return (await all.allInnerTexts()).map((text) => text.split('(')[0]?.trim());
  };
  expect(await offeredFor('draft')).toEqual(['Rewrite', 'SEO', 'Edit', 'Delete']);
  expect(await offeredFor('rewritten')).toEqual(['Publish', 'SEO', 'Edit', 'Delete', 'More']);
  expect(await offeredFor('published')).toEqual(['View Article', 'SEO', 'Edit', 'Delete', 'More']);
  const behindMore = async (status: string) => {
    await cardOf(status).getByRole('button', { name: 'More' }).click();
    const texts = await page.getByRole('menuitem').allInnerTexts();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    return texts;
  };
  expect(await behindMore('rewritten')).toEqual(['Rewrite again']);
  expect(await behindMore('published')).toEqual(['Unpublish']);
  const view = cardOf('published').getByRole('link', { name: /^View Article/ });
  expect(await view.getAttribute('target')).toBe('_blank');
  expect(await view.getAttribute('href')).toBe('/news/the-published-one');
});

it('A5.14 A5.19 opens the article in a modal, filled, with categories to choose from', async () => {
  await page.goto('/admin/news');
  const asked = page.waitForRequest(/\/api\/categories/);
  const card = page.getByRole('listitem').filter({ hasText: 'The draft one' });
  await card
    .getByRole('button', { name: 'Edit' })
    .or(card.getByRole('link', { name: 'Edit' }))
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await asked;
  expect(await dialog.getByLabel('Title', { exact: false }).first().inputValue()).toBe(
    'The draft one',
  );
  await page.keyboard.press('Escape');
});

it('A6.01 A6.03 A6.04 A14.32 A15.22 shows the active guide and offers Activate on the other alone', async () => {
  await page.goto('/admin/news/style-guides');
  await page.getByText('Second guide').first().waitFor();
  const offered = page.getByRole('button', { name: /^Activate/ });
  expect(await offered.count()).toBe(1);
  expect(await offered.getAttribute('aria-label')).toBe('Activate: Second guide');
  const active = await page.context().request.get(`${site.url}/api/style-guides/active`);
  expect(await active.json()).toMatchObject({
    name: 'First guide',
    description: 'For exact authors.',
  });
  const shown = page.getByRole('region', { name: 'Active style guide' });
  await shown.getByText('First guide', { exact: true }).waitFor();
  await shown.getByText('For exact authors.', { exact: true }).waitFor();

  const modal = page.getByRole('dialog');
  const valuesOf = () =>
    Promise.all(
      ['Name', 'Description', 'Prompt'].map((label) => modal.getByLabel(label).inputValue()),
    );
  await page.getByRole('link', { name: 'Add Style Guide' }).click();
  expect(await valuesOf()).toEqual(['', '', '']);
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Edit: First guide' }).click();
  await expect.poll(valuesOf).toEqual(['First guide', 'For exact authors.', 'Be exact.']);
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Activate/ }).click();
  await page.getByText('Style Guide Activated').first().waitFor();
});
