import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type EditorPage, openPanel, settle, toast, watchWrites } from './admin-helpers.ts';
import { passTime } from './public-support.ts';

let site: BrowserSite;
let page: EditorPage;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());
beforeEach(async () => {
  page = await openPanel(site, '/admin/coverage?vendor=fundcount');
  await lineOf('General Ledger').waitFor();
  return () => page.context().close();
});

const lineOf = (name: string) => page.getByRole('group', { name, exact: true });

/** As the editor reads it: a visitor's list may be two seconds late. */
const rowOf = async (feature: string) => {
  const path = `/api/coverage?vendor=fundcount&feature=${feature}`;
  const [row] = await (await page.request.get(path)).json();
  return row as
    | { id: number; version: number; level: string; checkedOn: string; checkedBy: string }
    | undefined;
};

it('EVIDENCE lists all 79 features of a vendor, and the keys go down it', async () => {
  expect(await page.locator('[data-pair]').count()).toBe(79);
  await lineOf('General Ledger').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('k');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Chart of Accounts and Dimensions');
  await page.keyboard.press('Enter');
  await page.getByRole('form', { name: /^Evidence for Chart/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('form').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Chart of Accounts and Dimensions');
});

it('EVIDENCE saves a new row as soon as it is complete, and refuses a finding over 300 characters', async () => {
  const writes = watchWrites(page);
  await lineOf('Risk Analytics').focus();
  await page.keyboard.press('1');
  const form = page.getByRole('form', { name: 'Evidence for Risk Analytics' });
  expect(await form.getByLabel('Level').inputValue()).toBe('documented');
  await form.getByLabel('Finding').fill('x'.repeat(301));
  await form.getByLabel('Address of the page').fill('https://example.com/risk');
  await form.getByText('Finding can have at most 300 characters').waitFor();
  await passTime(page, 2000);
  expect(writes).toEqual([]);
  await form.getByLabel('Finding').fill('A page describes measures of risk.');
  await form.getByText('Saved.', { exact: true }).waitFor();
  await form.getByLabel('Note').fill('Ask for the list.');
  await expect.poll(() => writes.length, { timeout: 40_000 }).toBe(2);
  await form.getByText('Saved.', { exact: true }).waitFor();
  expect(writes.map(({ method }) => method)).toEqual(['POST', 'PUT']);
  expect(await rowOf('risk-analytics')).toMatchObject({ level: 'documented', version: 2 });
});

it('EVIDENCE sets a level by key, takes a row to the trash and back', async () => {
  const before = await rowOf('general-ledger');
  await lineOf('General Ledger').focus();
  await page.keyboard.press('2');
  await expect
    .poll(async () => (await rowOf('general-ledger'))?.level, { timeout: 40_000 })
    .toBe('partial');
  await lineOf('General Ledger').focus();
  await lineOf('General Ledger').getByText('Partly').waitFor();
  // A key is not heard while the line before it is still being stored.
  await expect
    .poll(
      async () => {
        await page.keyboard.press('0');
        return rowOf('general-ledger');
      },
      { timeout: 40_000, interval: 500 },
    )
    .toBeUndefined();
  await lineOf('General Ledger').getByText('Not confirmed').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'Evidence restored').waitFor();
  expect((await rowOf('general-ledger'))?.id).toBe(before?.id);
});

it('EVIDENCE filters what is stale, and one row at a time is checked today', async () => {
  const row = await rowOf('chart-of-accounts');
  // The sign-in address never stands in for a missing name.
  await site.db.execute(sql`update users set first_name = null`);
  await page.request.put(`/api/coverage/${row?.id}`, {
    data: { checkedOn: '2020-01-01' },
    headers: { origin: site.url },
  });
  await page.reload();
  await settle(page);
  await page.getByRole('button', { name: /^Stale/ }).click();
  await expect.poll(() => page.locator('[data-pair]').count(), { timeout: 40_000 }).toBe(1);
  const writes = watchWrites(page);
  await page.getByRole('button', { name: /was checked today$/ }).click();
  await page.getByText('Nothing here.').waitFor();
  expect(writes).toHaveLength(1);
  const checked = await rowOf('chart-of-accounts');
  expect(checked?.checkedOn.slice(0, 4)).not.toBe('2020');
  expect(checked?.checkedBy).toBe('an editor');
});

it('EVIDENCE shows what somebody else saved meanwhile, and overwrites nothing', async () => {
  const row = await rowOf('general-ledger');
  await lineOf('General Ledger').focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Evidence for General Ledger' });
  await form.waitFor();
  await page.request.put(`/api/coverage/${row?.id}`, {
    data: { note: 'From a colleague.' },
    headers: { origin: site.url },
  });
  await form.getByLabel('Note').fill('From me.');
  const dialog = page.getByRole('dialog', { name: 'Changed by somebody else' });
  await dialog.waitFor();
  expect(await dialog.textContent()).toContain('colleague');
  expect(await rowOf('general-ledger')).toMatchObject({ version: (row?.version ?? 0) + 1 });
});

it('EVIDENCE gives back what was typed and not complete, on its own line alone', async () => {
  await lineOf('Waterfall Calculation').focus();
  await page.keyboard.press('1');
  const form = page.getByRole('form', { name: 'Evidence for Waterfall Calculation' });
  await form.getByLabel('Finding').fill('A finding without its page');
  await form.getByText(/^Not saved yet/).waitFor();
  // A crash: no prompt, and nothing is saved.
  await page.reload();
  await lineOf('Trust Accounting').focus();
  await page.keyboard.press('Enter');
  const other = page.getByRole('form', { name: 'Evidence for Trust Accounting' });
  await other.waitFor();
  // The form has looked for texts by then: it asked before.
  await page.evaluate(() => navigator.locks.query());
  expect(await other.getByText(/^Unsaved text from/).count()).toBe(0);
  await page.keyboard.press('Escape');
  await other.waitFor({ state: 'detached' });
  await lineOf('Waterfall Calculation').focus();
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Restore it' }).click();
  await expect
    .poll(() => form.getByLabel('Finding').inputValue())
    .toBe('A finding without its page');
  await form.getByLabel('Level').selectOption('documented');
  await form.getByLabel('Address of the page').fill('https://example.com/waterfall');
  await form.getByText('Saved.', { exact: true }).waitFor();
  expect(await rowOf('waterfall-calculation')).toMatchObject({ level: 'documented' });
});

it('EVIDENCE keeps a text that could not be saved, and saves it when the server is back', async () => {
  await lineOf('Family Office Cost Allocation').focus();
  await page.keyboard.press('2');
  const form = page.getByRole('form', { name: 'Evidence for Family Office Cost Allocation' });
  await page.context().setOffline(true);
  await form.getByLabel('Finding').fill('Costs are split by a key.');
  await form.getByLabel('Address of the page').fill('https://example.com/costs');
  await form.getByText(/^The server could not be reached/).waitFor();
  expect(await form.getByLabel('Finding').inputValue()).toBe('Costs are split by a key.');
  await page.context().setOffline(false);
  await form.getByText('Saved.', { exact: true }).waitFor();
  expect(await rowOf('cost-allocation')).toMatchObject({ level: 'partial', version: 1 });
});
