import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { card, type Desk, dialog, seeToast, startDesk } from './news-desk.ts';

const TOLD = 'From January on, families may read their positions straight from the bank. ';
const ANSWER = {
  title: 'Bank opens its data to families',
  content: `${TOLD.repeat(4)}\n\n## What changes\n\nOffices no longer type statements by hand.`,
  excerpt: 'A bank opens its data.',
  category: 'Data',
  tags: ['data', 'banks'],
  metaTitle: 'Bank opens its data to families',
  metaDescription: 'Families may read their positions straight from the bank.',
};

let desk: Desk;
/** A busy machine takes its time. */
const SOON = { timeout: 40_000 };
const counters = async (page: Page) => page.locator('dl dd').allTextContents();

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk?.close());

describe('from feed to published article', () => {
  it('A6.02 A6.05 A6.06 A6.09 A15.21 keeps style guides, one of them active', async () => {
    const page = await desk.openDesk('/admin/news/style-guides');
    await page.getByText('No style guides found').waitFor();
    await expect.poll(() => page.locator('[data-active-guide]').textContent()).toBe('none');

    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`);
    });
    await page.getByRole('link', { name: 'Add Style Guide' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Name is required', { exact: true }).waitFor();
    await page.getByText('Prompt is required', { exact: true }).waitFor();
    expect(writes).toEqual([]);
    await page.getByLabel('Name').fill('House style');
    await page.getByLabel('Prompt').fill('Write plainly.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await seeToast(page, 'Style Guide Created', 'House style');
    expect(await page.locator('[data-active-guide]').textContent()).toBe('none');
    await page.getByRole('button', { name: 'Activate: House style' }).click();
    await page.locator('[data-active-guide]', { hasText: 'House style' }).waitFor();

    await page.getByRole('link', { name: 'Add Style Guide' }).click();
    await page.getByLabel('Name').fill('Second');
    await page.getByLabel('Prompt').fill('Write briefly.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await seeToast(page, 'Style Guide Created', 'Second');
    await page.getByRole('button', { name: 'Activate: Second' }).click();
    await page.locator('[data-active-guide]', { hasText: 'Second' }).waitFor();
    await page.getByRole('button', { name: 'Activate: House style' }).waitFor();
    expect(await page.getByRole('button', { name: /^Activate/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Activate: House style' }).click();
    await seeToast(page, 'Style Guide Activated', 'House style');
    await page.locator('[data-active-guide]', { hasText: 'House style' }).waitFor();
    await page.getByRole('button', { name: 'Activate: Second' }).waitFor();

    await page.getByRole('link', { name: 'Edit: Second' }).click();
    await page.getByLabel('Description').fill('Changed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await seeToast(page, 'Style Guide Updated', 'Second');
    await page.locator('[data-guide]').getByText('Changed').waitFor();

    await page.getByRole('button', { name: 'Delete: Second' }).click();
    await page.getByText('Are you sure you want to delete "Second"?').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await seeToast(page, 'Style Guide Deleted', 'Second');
    expect(page.problems).toEqual([]);
    await page.context().close();
  });

  it('A5.12 A15.18 fetches the feeds and tells what came and what failed', async () => {
    const page = await desk.openDesk('/admin/news');
    await page.getByText('No articles found').waitFor();
    await page.getByRole('button', { name: 'Fetch from Feed' }).click();
    await seeToast(page, 'RSS Feed Fetched', '2 articles saved, 1 error');
    await page.getByRole('region', { name: 'Feed problems' }).getByText('/broken').waitFor();
    await card(page, 'Custodian opens interface').getByText('Desk Wire').waitFor();
    await expect.poll(() => counters(page), SOON).toEqual(['2', '0', '0', '2']);
    await page.goto('/admin');
    await page
      .getByRole('region', { name: 'Today' })
      .getByText(/: 2 new, 1 failed\.$/)
      .waitFor();
    await page.context().close();
  });

  it('A5.12 A15.18 finds a running fetch again after a reload, and tells how it ended', async () => {
    const release = desk.feeds.hold('/rss');
    const countAsked = () => desk.feeds.asked.filter((path) => path === '/rss').length;
    const before = countAsked();
    const page = await desk.openDesk('/admin/news');
    await page.getByRole('button', { name: 'Fetch from Feed' }).click();
    const progress = page.getByRole('region', { name: 'Feed progress' });
    await progress.getByText(/^Feed 1 of 2, .*\/broken/).waitFor();
    await page.reload();
    await progress.getByText(/^Feed 1 of 2, .*\/broken/).waitFor();
    await progress.getByText('0 saved, 1 errors').waitFor();
    expect(await progress.getByLabel('Feeds read').getAttribute('value')).toBe('1');
    // A second start is refused while it runs.
    await page.getByRole('button', { name: 'Fetching...' }).press('Enter');
    await expect.poll(countAsked).toBe(before + 1);
    const asked = desk.feeds.asked.length;
    release();
    await seeToast(page, 'RSS Feed Fetched', '0 articles saved, 1 error');
    await page.getByRole('region', { name: 'Feed problems' }).getByText('/broken').waitFor();
    await page.getByRole('button', { name: 'Fetch from Feed' }).waitFor();
    expect(desk.feeds.asked.length).toBe(asked);
    expect(page.problems).toEqual([]);
    await page.context().close();
  });

  it('A5.07 A5.22 A5.25 A15.19 shows the steps as they happen, also after a reload', async () => {
    const { promise: after, resolve: release } = Promise.withResolvers<void>();
    desk.ai.next({ kind: 'object', value: ANSWER, after });
    const page = await desk.openDesk('/admin/news');
    await card(page, 'Custodian opens interface')
      .getByRole('button', { name: /Rewrite/ })
      .click();
    const log = page.getByRole('log');
    await log.getByText('Fetching the original content').waitFor();
    await log.getByText('Calling the AI service (test-model)').waitFor();
    await page.reload();
    await log.getByText('Calling the AI service (test-model)').waitFor();
    release();
    await log.getByText('Enhancing the content').waitFor();
    await seeToast(page, 'Article Rewritten', 'Article rewritten successfully');
    await log.getByText('Article rewritten successfully').waitFor();
    await expect.poll(() => log.getByRole('listitem').count()).toBe(5);
    const rewritten = card(page, 'Bank opens its data to families');
    await rewritten.getByRole('button', { name: /^Publish/ }).waitFor();
    expect(await rewritten.locator('[data-rewritten-badge]').count()).toBe(1);
    expect(await rewritten.getByRole('button', { name: /^Rewrite:/ }).count()).toBe(0);
    expect(page.problems).toEqual([]);
    await page.context().close();
  });

  it('A5.20 A5.21 A7.03 A15.17 compares, edits and illustrates without losing the status', async () => {
    const page = await desk.openDesk('/admin/news');
    await card(page, 'Bank opens its data to families').getByRole('link', { name: 'Edit' }).click();
    await page.waitForURL(/\/admin\/news\/\d+$/);
    await page.getByRole('tab', { name: 'Original and Rewritten' }).click();
    await dialog(page).getByText('test-model').waitFor();
    await dialog(page)
      .getByText(/House style.*version \d/)
      .waitFor();
    const content = page.getByRole('region', { name: 'Content', exact: true });
    await content.locator('del').first().waitFor();
    await content.locator('ins').first().waitFor();
    const title = page.getByRole('region', { name: 'Title', exact: true });
    const rewritten = await title.getByLabel('Rewritten title').textContent();
    await title.getByRole('button', { name: 'Edit' }).click();
    await title.getByLabel('Rewritten title').fill('');
    await title.getByRole('button', { name: 'Show differences' }).click();
    await title.getByText('The original is used.').waitFor();
    await title.getByRole('button', { name: 'Edit' }).click();
    await title.getByLabel('Rewritten title').fill(rewritten ?? '');

    await page.getByRole('tab', { name: 'Content' }).click();
    const slug = await page.getByLabel('Slug').inputValue();
    await page.getByLabel('Tags').fill('a, b ,c');
    await page.getByLabel('Excerpt').fill('');
    await page.getByRole('button', { name: 'Search images' }).click();
    expect(await page.getByRole('searchbox', { name: 'Search images' }).inputValue()).toBe(
      'business office',
    );
    await page.getByRole('button', { name: /^Choose: desk with papers photo-2/ }).click();
    await expect
      .poll(() => page.getByLabel('Image alt text').inputValue())
      .toBe('desk with papers photo-2');
    await expect
      .poll(() => page.getByLabel('Image caption').inputValue())
      .toBe('Photo by Jane Doe on Unsplash');
    await page.getByText('24/125').waitFor();
    await page.getByLabel('Image alt text').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await seeToast(page, 'Article Updated', 'Bank opens its data');
    await expect
      .poll(() => desk.unsplash.asked.some((path) => path.includes('/download')))
      .toBe(true);

    const saved = await page.request.get(`${desk.site.url}/api/news/${slug}`);
    expect(await saved.json()).toMatchObject({
      status: 'rewritten',
      isRewritten: true,
      slug,
      tags: ['a', 'b', 'c'],
      imageUrl: 'https://images.unsplash.com/photo-2?w=1080',
      rewrittenTitle: ANSWER.title,
    });

    const draft = card(page, 'Survey of small offices');
    const id = await draft.getAttribute('data-article');
    await draft.getByRole('link', { name: 'Edit' }).click();
    await dialog(page).getByLabel('Rewritten', { exact: true }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await seeToast(page, 'Article Updated', 'Survey of small offices');
    const ticked = await page.request.get(`${desk.site.url}/api/news/${id}`);
    expect(await ticked.json()).toMatchObject({ isRewritten: true, status: 'draft' });
    await page.context().close();
  });

  it('A5.27 A5.31 A15.19 publishes, tells what is missing, and the reader sees it', async () => {
    const page = await desk.openDesk('/admin/news');
    const reads: Request[] = [];
    await card(page, ANSWER.title).waitFor();
    page.on('requestfinished', (request) => {
      if (request.url().includes('/api/news?limit=50&include_all_statuses=true'))
        reads.push(request);
    });
    await card(page, ANSWER.title)
      .getByRole('button', { name: /^Publish/ })
      .click();
    await seeToast(page, 'Article Published', 'No excerpt: lists show the title alone');
    const link = card(page, ANSWER.title).getByRole('link', { name: /View Article/ });
    expect(await link.getAttribute('target')).toBe('_blank');
    await expect.poll(() => reads.length, SOON).toBe(2);
    const [first = 0, second = 0] = reads.map((request) => request.timing().startTime);
    expect(second - first).toBeGreaterThan(600);
    await expect.poll(() => counters(page), SOON).toEqual(['2', '1', '0', '1']);

    const reader = await desk.openPage();
    await reader.goto((await link.getAttribute('href')) ?? '');
    await reader.getByRole('heading', { level: 1, name: ANSWER.title }).waitFor();
    await reader.getByText('Offices no longer type statements by hand.').waitFor();
    await reader.goto('/news');
    await reader.getByRole('link', { name: ANSWER.title }).first().waitFor();
    expect(reader.problems).toEqual([]);
    await reader.context().close();
    await page.context().close();
  });

  it('A5.05 A5.10 A15.20 filters, and deletes only what is not published', async () => {
    const page = await desk.openDesk('/admin/news');
    await page.getByLabel('Status').selectOption('published');
    await expect.poll(() => page.locator('[data-article]').count(), SOON).toBe(1);
    await page.waitForURL(/status=published/);
    await page.getByLabel('Status').selectOption('');
    await page.getByRole('searchbox', { name: 'Search articles' }).fill('zzzz');
    await page.getByText('No articles found').waitFor();
    await page.getByRole('searchbox', { name: 'Search articles' }).fill('DESK WIRE');
    await expect.poll(() => page.locator('[data-article]').count(), SOON).toBe(2);
    await page.getByRole('button', { name: 'Delete Unpublished' }).click();
    await page.getByText(/delete 1 article that is not published/).waitFor();
    await page.getByRole('button', { name: 'Delete 1' }).click();
    await seeToast(page, 'Bulk Delete Completed', '1 article deleted');
    await expect.poll(() => page.locator('[data-article]').count(), SOON).toBe(1);
    await page.context().close();
  });
});

describe('writing by hand', () => {
  it('A5.15 A5.16 A5.17 A5.20 checks the form before anything is sent', async () => {
    const page = await desk.openDesk('/admin/news');
    await page.getByRole('link', { name: 'Add Article' }).click();
    await page.waitForURL('**/admin/news/new');
    const readMarked = () =>
      dialog(page)
        .locator('label, span')
        .evaluateAll((parts) =>
          parts
            .filter((part) => getComputedStyle(part, '::after').content.includes('*'))
            .map((part) => part.textContent)
            .sort(),
        );
    await expect.poll(readMarked).toEqual(['Content', 'Original URL', 'Slug', 'Title']);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    for (const label of ['Title', 'Slug', 'Content', 'Original URL']) {
      await page.getByText(`${label} is required`, { exact: true }).waitFor();
    }
    await page.getByLabel('Title').fill('x'.repeat(501));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Title must be at most 500 characters').waitFor();
    expect(sent).toEqual([]);
    await page.getByLabel('Title').fill(' Terms & Conditions -- 2024! ');
    await expect.poll(() => page.getByLabel('Slug').inputValue()).toBe('terms-conditions-2024');
    await page.getByLabel('Content').last().fill('Text of our own about terms.');
    await page.getByLabel('Original URL').fill('https://example.com/terms');
    expect(await page.getByLabel('Status').last().locator('option').allTextContents()).toEqual([
      'Draft',
      'Published',
    ]);
    // A draft may lack its excerpt; publishing without one shows a warning and still works.
    const warning = page.getByText('No excerpt: lists show the title alone');
    expect(await warning.count()).toBe(0);
    await page.getByLabel('Status').last().selectOption('published');
    await warning.waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await seeToast(page, 'Article Created', 'Terms & Conditions');
    await page.context().close();
  });

  it('A10.01 A10.04 A10.05 A10.07 A15.16 generates SEO data and judges it live', async () => {
    const page = await desk.openDesk('/admin/news');
    for (let number = 1; number <= 12; number += 1) {
      await page.request.post(`${desk.site.url}/api/search-terms`, {
        data: { term: `term ${number}`, displayOrder: number, isActive: number !== 2 },
        headers: { origin: desk.site.url },
      });
    }
    await page.getByRole('link', { name: 'Edit: Terms' }).click();
    await page.getByRole('tab', { name: 'SEO' }).click();
    const terms = page.getByRole('group', { name: 'Search terms' }).getByRole('button');
    await expect.poll(() => terms.count(), SOON).toBe(8);
    expect(await terms.allTextContents()).not.toContain('term 2');
    await terms.first().click();
    await expect.poll(() => page.getByLabel('Target keyphrase').inputValue()).toBe('term 1');
    await page.getByLabel('Meta title').fill('y'.repeat(70));
    await page.getByText('60/60').waitFor();
    desk.ai.next({
      kind: 'object',
      value: {
        metaTitle: 'Terms in plain words',
        metaDescription: 'What term 1 means.',
        focusKeyphrase: 'terms',
      },
    });
    const sent = page.waitForRequest('**/api/generate-seo');
    await page.getByRole('button', { name: 'Generate SEO' }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      contentType: 'news',
      title: 'Terms & Conditions -- 2024!',
      content: 'Text of our own about terms.',
      targetKeyphrase: 'term 1',
    });
    await seeToast(page, 'Success', 'SEO data generated successfully');
    await expect
      .poll(() => page.getByLabel('Meta title').inputValue())
      .toBe('Terms in plain words');
    await page.getByText(/\d+\/100/).waitFor();
    await page
      .getByRole('figure')
      .filter({ hasText: 'Social card' })
      .getByText('Terms in plain words')
      .last()
      .waitFor();
    await page.getByRole('button', { name: 'Find related information' }).click();
    await page.getByText(/proposed from|Nothing related was found/).waitFor();
    await page.context().close();
  });
});

it('A5.27 asks before a near-copy of its source goes out', async () => {
  const text = 'The custodian opens its reporting interface to every family office this year. ';
  desk.ai.next({
    kind: 'object',
    value: { ...ANSWER, title: 'A near copy', content: text.repeat(6) },
  });
  const page = await desk.openDesk('/admin/news');
  await desk.send(page, 'post', '/api/news', {
    title: 'Copied',
    slug: 'copied',
    originalContent: text.repeat(3),
    originalUrl: 'https://example.invalid/copied',
  });
  await page.reload();
  await card(page, 'Copied')
    .getByRole('button', { name: /^Rewrite/ })
    .click();
  const copy = card(page, 'A near copy');
  await copy.getByText('Too close to the original').waitFor();
  await copy.getByRole('button', { name: /^Publish/ }).click();
  await page.getByText(/too close to the original to be published/).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await copy.getByRole('button', { name: /^Publish/ }).click();
  await page.getByRole('button', { name: 'Publish anyway' }).click();
  await seeToast(page, 'Article Published', 'A near copy');
  await page.context().close();
});
