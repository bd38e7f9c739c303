import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import {
  coversNothingOf,
  type EditorPage,
  openPanel,
  settle,
  toast,
  watchWrites,
} from './admin-helpers.ts';
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

const openLine = (name: string) =>
  page.getByRole('button', { name: new RegExp(`^(?:Add|Edit) evidence for ${name}$`) }).click();

it('EVIDENCE lists all 79 features of a vendor, and a closed line has the focus', async () => {
  expect(await page.locator('[data-pair]').count()).toBe(79);
  await openLine('Chart of Accounts and Dimensions');
  await page.getByRole('form', { name: /^Evidence for Chart/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('form').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Chart of Accounts and Dimensions');
});

it('EVIDENCE is public when it is saved and no sooner; a pause says nothing in red, and Ctrl-S saves', async () => {
  const writes = watchWrites(page);
  await openLine('Risk Analytics');
  const form = page.getByRole('form', { name: 'Evidence for Risk Analytics' });
  await form.getByLabel('Level').selectOption('documented');
  await form.getByLabel('Address of the page').fill('https://example.com/risk');
  await form.getByLabel('Finding').fill('A page descr');
  await passTime(page, 3000);
  await form.getByLabel('Finding').fill('x'.repeat(301));
  await passTime(page, 3000);
  expect(writes).toEqual([]);
  expect(await rowOf('risk-analytics')).toBeUndefined();
  expect(await form.locator('[aria-invalid=true], [role=alert]').count()).toBe(0);
  await page.keyboard.press('Control+s');
  await form.getByText('Finding can have at most 300 characters').waitFor();
  expect(writes).toEqual([]);
  await form.getByLabel('Finding').fill('A page describes measures of risk.');
  await page.keyboard.press('Control+s');
  await toast(page, 'Evidence created successfully').waitFor();
  await form.getByLabel('Note').fill('Ask for the list.');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  expect(writes.map(({ method }) => method)).toEqual(['POST', 'PUT']);
  expect(await rowOf('risk-analytics')).toMatchObject({ level: 'documented', version: 2 });
});

it('EVIDENCE takes a row to the trash and back', async () => {
  const before = await rowOf('general-ledger');
  await page.getByRole('button', { name: 'Remove evidence for General Ledger' }).click();
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
  await openLine('General Ledger');
  const form = page.getByRole('form', { name: 'Evidence for General Ledger' });
  await form.waitFor();
  await page.request.put(`/api/coverage/${row?.id}`, {
    data: { note: 'From a colleague.' },
    headers: { origin: site.url },
  });
  await form.getByLabel('Note').fill('From me.');
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Changed by somebody else' });
  await dialog.waitFor();
  expect(await dialog.textContent()).toContain('colleague');
  expect(await rowOf('general-ledger')).toMatchObject({ version: (row?.version ?? 0) + 1 });
});

it('EVIDENCE gives back what was typed and not saved, on its own line alone', async () => {
  await openLine('Waterfall Calculation');
  const form = page.getByRole('form', { name: 'Evidence for Waterfall Calculation' });
  await form.getByLabel('Level').selectOption('documented');
  await form.getByLabel('Finding').fill('A finding without its page');
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
    .toContain('A finding without its page');
  // A crash: no prompt, and nothing is saved.
  await page.reload();
  await openLine('Trust Accounting');
  const other = page.getByRole('form', { name: 'Evidence for Trust Accounting' });
  await other.waitFor();
  // The form has looked for texts by then: it asked before.
  await page.evaluate(() => navigator.locks.query());
  expect(await other.getByText(/^Unsaved text from/).count()).toBe(0);
  await page.keyboard.press('Escape');
  await other.waitFor({ state: 'detached' });
  await openLine('Waterfall Calculation');
  await form.getByRole('button', { name: 'Restore it' }).click();
  await expect
    .poll(() => form.getByLabel('Finding').inputValue())
    .toBe('A finding without its page');
  await form.getByLabel('Level').selectOption('documented');
  await form.getByLabel('Address of the page').fill('https://example.com/waterfall');
  await page.keyboard.press('Control+s');
  await toast(page, 'Evidence created successfully').waitFor();
  expect(await rowOf('waterfall-calculation')).toMatchObject({ level: 'documented' });
});

it('EVIDENCE keeps a text that could not be saved until it is saved', async () => {
  await openLine('Family Office Cost Allocation');
  const form = page.getByRole('form', { name: 'Evidence for Family Office Cost Allocation' });
  await form.getByLabel('Level').selectOption('partial');
  await page.context().setOffline(true);
  await form.getByLabel('Finding').fill('Costs are split by a key.');
  await form.getByLabel('Address of the page').fill('https://example.com/costs');
  await page.keyboard.press('Control+s');
  await form.getByText(/^The server could not be reached/).waitFor();
  expect(await form.getByLabel('Finding').inputValue()).toBe('Costs are split by a key.');
  await page.context().setOffline(false);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  expect(await rowOf('cost-allocation')).toMatchObject({ level: 'partial', version: 1 });
});

it.each([390, 1024, 1440])(
  'a notice covers nothing of a line of Evidence at %i px',
  async (width) => {
    const own = await openPanel(site, '/admin/coverage?vendor=addepar', {
      viewport: { width, height: 780 },
    });
    await own.locator('[data-pair]').nth(6).waitFor();
    await settle(own);
    const lines = own.locator('[data-pair]');
    await lines
      .filter({ hasNotText: 'Not confirmed' })
      .first()
      .getByRole('button', { name: /^Remove evidence for / })
      .click();
    await own.getByText('The evidence is in the trash.').first().waitFor();
    await lines
      .nth(5)
      .getByRole('button', { name: /^(?:Add|Edit) evidence for / })
      .click();
    const form = lines.nth(5).locator('form');
    await form.waitFor();
    await coversNothingOf(own, form);
    await own.context().close();
  },
);
