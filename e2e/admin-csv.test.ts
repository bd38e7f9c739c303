import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type EditorPage, openPanel } from './admin-helpers.ts';

/** A file of 500 changed rows, on a busy machine. */
const SLOW = { timeout: 120_000 };

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const exportTypes = async (page: EditorPage) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV of all Types' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('types.csv');
  return readFile(await download.path(), 'utf8');
};

const chooseFile = (page: EditorPage, text: string) =>
  page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'types.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

it('renames 500 items by CSV: exported, seen in a dry run, applied, and refused when stale', async () => {
  await site.db.execute(sql`insert into type_entries (title, slug, description)
    select 'Old name ' || n, 'csv-type-' || n, 'Stays' from generate_series(1, 500) n`);
  const page = await openPanel(site, '/admin/types?q=Old+name', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await page.getByText('1 to 50 of 500 items').waitFor();
  const csv = await exportTypes(page);
  const renamed = csv.replaceAll(',Old name ', ',New name ');

  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Types' });
  await chooseFile(page, csv);
  await dialog.getByText(/^0 new, 0 changed, \d+ unchanged, 0 refused$/).waitFor(SLOW);
  expect(await dialog.getByRole('button', { name: 'Apply 0 changes' }).isDisabled()).toBe(true);

  await chooseFile(page, renamed.replace(/,csv-type-500,/, ',Not A Slug,'));
  await dialog.getByText(/^0 new, 499 changed, \d+ unchanged, 1 refused$/).waitFor(SLOW);
  await dialog.getByText(/^slug: Use lowercase letters/).waitFor();
  const kinds = dialog.getByRole('group', { name: 'Show' });
  expect(await kinds.getByRole('button').allTextContents()).toEqual(['Refused1', 'Changed499']);
  expect(await dialog.getByRole('button', { name: 'Apply 499 changes' }).isDisabled()).toBe(true);
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await chooseFile(page, renamed);
  await dialog.getByText(/^0 new, 500 changed, \d+ unchanged, 0 refused$/).waitFor(SLOW);
  const first = dialog.getByRole('listitem').first();
  expect(await first.textContent()).toMatch(/New name 1.*Changed.*Title.*OldNew name 1/);
  const unchanged = await site.db.execute(
    sql`select count(*)::int as count from type_entries where title like 'Old name %'`,
  );
  expect(unchanged.rows).toEqual([{ count: 500 }]);
  await dialog.getByRole('button', { name: 'Apply 500 changes' }).click();
  await dialog.waitFor({ state: 'detached', ...SLOW });
  await page.getByText('Nothing matches.').waitFor();
  const changed = await site.db.execute(
    sql`select count(*)::int as count from type_entries where title like 'New name %' and description = 'Stays'`,
  );
  expect(changed.rows).toEqual([{ count: 500 }]);

  await page.getByRole('button', { name: 'Import CSV' }).click();
  await chooseFile(page, csv.replaceAll(',Old name ', ',Third name '));
  await dialog.getByText(/500 refused$/).waitFor(SLOW);
  await dialog
    .getByText(/it was version 1 and is 2 now/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(page.problems).toEqual([]);
});
