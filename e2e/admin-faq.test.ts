import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import {
  answer,
  openPanel,
  save,
  saveAndClose,
  toast,
  waitForFound,
  watchWrites,
} from './admin-helpers.ts';
import { holdBack } from './public-support.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

it('A3.06 A3.10 A3.11 A3.12 A12.01 A15.15 creates, publishes, moves, deletes and restores an FAQ', async () => {
  const page = await openPanel(site, '/admin/faq');
  const writes = watchWrites(page);
  const visitor = await site.newPage();

  await page.getByRole('link', { name: 'Add FAQ' }).click();
  const modal = page.getByRole('dialog', { name: 'Create FAQ' });
  await modal.getByLabel('Question').fill('What is a test entry?');
  expect(await modal.getByLabel('Slug').inputValue()).toBe('what-is-a-test-entry');
  await modal.getByLabel('Answer').fill('A **bold** answer.');
  await modal.getByLabel('Published').uncheck();
  await save(page);
  await toast(page, 'FAQ created successfully').waitFor();
  await modal.waitFor({ state: 'detached' });
  for (const key of ['id', 'createdAt', 'updatedAt'])
    expect(writes[0]?.body).not.toHaveProperty(key);
  expect(writes[0]?.body).toMatchObject({ isPublished: false, enableRelatedInfo: false });

  expect((await visitor.goto('/faq/what-is-a-test-entry'))?.status()).toBe(404);
  await page.getByRole('searchbox').fill('test entry');
  await waitForFound(page, 'faq', 'test+entry');
  await page.getByRole('button', { name: 'Edit What is a test entry?' }).click();
  await page.waitForURL(/\/admin\/faq\/\d+\?q=test\+entry$/);
  const edit = page.getByRole('dialog', { name: 'Edit FAQ' });
  expect(await edit.getByLabel('Question').inputValue()).toBe('What is a test entry?');
  await edit.getByLabel('Published').check();
  await page.keyboard.press('Control+s');
  await toast(page, 'FAQ updated successfully').waitFor();
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await edit.waitFor({ state: 'detached' });
  await visitor.goto('/faq/what-is-a-test-entry');
  await visitor.getByText('bold').waitFor();

  await page.getByRole('button', { name: 'Edit What is a test entry?' }).click();
  await edit.getByLabel('Slug').fill('what-is-a-moved-entry');
  await saveAndClose(page, edit);
  await visitor.goto('/faq/what-is-a-test-entry');
  expect(new URL(visitor.url()).pathname).toBe('/faq/what-is-a-moved-entry');

  const before = writes.length;
  await page.getByRole('button', { name: 'Delete What is a test entry?' }).click();
  await page.getByText('Are you sure you want to delete "What is a test entry?"?').waitFor();
  await answer(page, 'Cancel');
  expect(writes).toHaveLength(before);
  await page.getByRole('button', { name: 'Delete What is a test entry?' }).click();
  await answer(page, 'Delete');
  await toast(page, 'FAQ deleted successfully').waitFor();
  expect((await visitor.goto('/faq/what-is-a-moved-entry'))?.status()).toBe(404);

  await page.goto('/admin/trash');
  await page.getByRole('button', { name: 'Restore What is a test entry?' }).click();
  await toast(page, 'FAQ restored successfully').waitFor();
  expect((await visitor.goto('/faq/what-is-a-moved-entry'))?.status()).toBe(200);
  expect(page.problems).toEqual([]);
  await page.context().close();
  await visitor.context().close();
});

it('A13.03 A13.04 sends an incomplete form, and puts the server’s words on their fields', async () => {
  const page = await openPanel(site, '/admin/faq/new');
  const writes = watchWrites(page);
  await page.getByRole('dialog').getByLabel('Category').fill('Kept');
  await save(page);
  await toast(page, 'Failed to create item').waitFor();
  expect(writes).toHaveLength(1);
  const modal = page.getByRole('dialog', { name: 'Create FAQ' });
  await modal.getByText('Question is required', { exact: true }).waitFor();
  expect(await modal.getByLabel('Question').getAttribute('aria-invalid')).toBe('true');
  expect(await modal.getByLabel('Category').inputValue()).toBe('Kept');
  await page.context().close();
});

it('A14.02 A15.03 tells the status and the body of a failed update', async () => {
  const page = await openPanel(site, '/admin/faq');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Category').fill('Other');
  await page.route('**/api/faq/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, body: 'boom' })
      : route.continue(),
  );
  await save(page);
  await toast(page, 'Failed to update item: 500: boom').waitFor();
  expect(await page.getByRole('dialog').getByLabel('Category').inputValue()).toBe('Other');
  await page.context().close();
});

it('A3.10 reads Saving... while it saves, and Cancel asks before changed text is lost', async () => {
  const page = await openPanel(site, '/admin/faq');
  const writes = watchWrites(page);
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const modal = page.getByRole('dialog', { name: 'Edit FAQ' });
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await modal.waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await modal.getByLabel('Category').fill('Changed');
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await answer(page, 'Keep editing');
  expect(await modal.getByLabel('Category').inputValue()).toBe('Changed');
  expect(writes).toEqual([]);
  const held = holdBack();
  await page.route('**/api/faq/*', (route) =>
    route.request().method() === 'PUT' ? held.handler(route) : route.continue(),
  );
  await save(page);
  await modal.getByRole('button', { name: 'Saving...' }).waitFor();
  held.release();
  await toast(page, 'FAQ updated successfully').waitFor();
  await page.context().close();
});

it('A2.07 A2.08 A2.09 A2.10 A2.11 lists groups and tabs in order, with counts that add up', async () => {
  const page = await openPanel(site, '/admin', { viewport: { width: 1440, height: 900 } });
  const nav = page.getByRole('navigation', { name: 'Content' });
  await nav.locator('h2 [data-count]').first().waitFor();
  const groups = await nav.locator(':scope > div').evaluateAll((parts) =>
    parts.map((part) => {
      const text = (node: Element | null) => node?.firstChild?.textContent ?? '';
      const rows = [...part.querySelectorAll('li')];
      return {
        title: text(part.querySelector('h2')),
        total: Number.parseInt(part.querySelector('h2 [data-count]')?.textContent ?? '', 10),
        tabs: rows.map((row) => text(row.querySelector('a > span'))),
        sum: rows
          .map((row) => Number.parseInt(row.querySelector('[data-count]')?.textContent ?? '', 10))
          .reduce((a, b) => a + b, 0),
      };
    }),
  );
  expect(groups.map(({ title, tabs }) => [title, ...tabs])).toEqual([
    ['Core Content', 'Vendors', 'Features', 'Landing Pages', 'News'],
    ['Educational Content', 'FAQ', 'Glossary', 'Services', 'Types'],
    ['SEO & System', 'Pages', 'Search Terms', 'Content Hub', 'Providers'],
    [
      'Guides & Promotion',
      'Use Cases',
      "Buyer's Guides",
      'Comparisons',
      'Evidence',
      'Banners',
      'Redirects',
    ],
  ]);
  for (const { total, sum } of groups) expect(total).toBe(sum);
  await page.context().close();
});

it('A12.01 publishes, unpublishes and deletes several at once, with the count in the question', async () => {
  const page = await openPanel(site, '/admin/types');
  await page.getByLabel('Select all on this page').check();
  const count = await page.locator('[data-item-card]').count();
  await page.getByText(`${count} selected`).waitFor();
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click();
  await page.getByText(`Unpublish ${count} Types?`).waitFor();
  await answer(page, `Unpublish ${count}`);
  await toast(page, `${count} Types updated successfully`).waitFor();
  await expect.poll(() => page.getByText('Draft', { exact: true }).count()).toBe(count + 1);
  await page.getByText(`${count} selected`).waitFor({ state: 'hidden' });
  for (const place of [0, 1])
    await page.locator('[data-item-card]').nth(place).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Are you sure you want to delete 2 Types?').waitFor();
  await answer(page, 'Delete 2');
  await toast(page, '2 Types deleted successfully').waitFor();
  await expect.poll(() => page.locator('[data-item-card]').count()).toBe(count - 2);
  await page.getByLabel('Status').selectOption('published');
  await page.getByText('Nothing matches.').waitFor();
  expect(page.url()).toContain('status=published');
  await page.context().close();
});

it('A3.05 shows every search term at once, and A3.04 its six figures', async () => {
  const page = await openPanel(site, '/admin/search-terms');
  await page.locator('[data-item-card]').first().waitFor();
  const labels = [
    'Target page',
    'Volume',
    'Difficulty',
    'Page title',
    'Current ranking',
    'Target ranking',
  ];
  const card = page.locator('[data-item-card]').first();
  for (const label of labels) await card.getByText(`${label}:`).waitFor();
  for (let number = 0; number < 60; number += 1) {
    const made = await page.request.post(`${site.url}/api/search-terms`, {
      data: { term: `term ${number}` },
      headers: { origin: site.url },
    });
    expect(made.status()).toBe(201);
  }
  await page.reload();
  await page.getByRole('status').getByText('84 items').waitFor();
  expect(await page.locator('[data-item-card]').count()).toBe(84);
  expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0);
  await page.context().close();
});
