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
