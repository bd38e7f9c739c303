import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COLORS, findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { openPanel, settle, toast } from './admin-helpers.ts';

/** A form is taken when it was open for three seconds. */
const OPEN_MS = 3100;

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const report = async (path: string, text: string) => {
  const response = await fetch(`${site.url}/api/corrections`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path, text }),
  });
  expect(response.status).toBe(202);
};

it('a reader without JavaScript says what is wrong, from a fact to the thanks', async () => {
  const page = await site.newPage({ javaScriptEnabled: false });
  await page.goto('/vendors/addepar');
  const fact = page.locator('details.evidence').first();
  await fact.locator('summary').click();
  await fact.getByRole('link', { name: 'Something wrong?' }).first().click();
  await page.waitForURL(/\/corrections\/new\?about=%2Fvendors%2Faddepar%23\w+/);
  expect(await page.getByLabel('Page of this site').inputValue()).toMatch(
    /^\/vendors\/addepar#\w+/,
  );
  await page.getByLabel('Page of this site').fill('/no/such/page');
  await page.getByLabel('What is wrong?').fill('It moved.');
  await sleep(OPEN_MS);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('There is no such page on this site').waitFor();
  expect(await page.getByLabel('What is wrong?').inputValue()).toBe('It moved.');
  await page.getByLabel('Page of this site').fill('/vendors/addepar');
  await sleep(OPEN_MS);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  expect(page.url()).toBe(`${site.url}/corrections/new?sent=1`);
  await page.context().close();
});

it('a click leaves the app for the form, which axe and a narrow phone find in order', async () => {
  const page = await site.newPage({ viewport: { width: 320, height: 700 } });
  await page.goto('/glossary');
  await page.locator('main a[href^="/glossary/"]').first().click();
  await page.waitForURL(/\/glossary\/./);
  await page.getByRole('link', { name: 'Something wrong?' }).click();
  await page.getByRole('heading', { name: 'Something wrong?' }).waitFor();
  const isWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect([await findViolations(page), await isWide()]).toEqual([[], false]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findViolations(page, COLORS)).toEqual([]);
  await page.getByLabel('Page of this site').press('Tab');
  const focused = await page.evaluate(() => document.activeElement?.id);
  expect(focused).toBe('text');
  expect(page.problems).toEqual([]);
  await page.context().close();
});

it('the desk refuses with a reason, accepts into a draft with the note beside it, and the ledger says so once the draft is live', async () => {
  await report('/vendors/altoo', 'Refuse me');
  await report('/vendors/altoo#headquarters', 'Accept me');
  const page = await openPanel(site, '/admin/corrections');
  const row = page.getByRole('listitem').filter({ hasText: 'Refuse me' });
  await row.getByRole('button', { name: /^Refuse correction/ }).click();
  await row.getByRole('button', { name: 'Refuse with this reason' }).click();
  await row.getByText('Say why: the reason is shown in public').waitFor();
  await row.getByLabel('Reason').fill('Its own page says so.');
  await row.getByRole('button', { name: 'Refuse with this reason' }).click();
  await toast(page, '1 correction refused').waitFor();
  await row.waitFor({ state: 'detached' });
  await settle(page);
  expect(await findViolations(page)).toEqual([]);
  const states = page.getByRole('group', { name: 'States' });
  await states.getByRole('button', { name: /^Refused/ }).click();
  await row.getByText('Its own page says so.').waitFor();
  await states.getByRole('button', { name: /^Open/ }).click();

  const accepted = page.getByRole('listitem').filter({ hasText: 'Accept me' });
  await accepted.getByRole('button', { name: /^Accept correction/ }).click();
  await accepted.getByLabel('Reason').fill('The office is in Zug now.');
  await accepted.getByRole('button', { name: 'Accept and edit' }).click();
  await page.waitForURL(/\/admin\/vendors\/\d+\?correction=\d+$/);
  const form = page.getByRole('dialog', { name: 'Edit Vendor' });
  await form.getByRole('region', { name: 'Correction' }).getByText('Accept me').waitFor();
  await form.getByRole('region', { name: 'Draft' }).waitFor();

  const reader = await site.newPage();
  await reader.goto('/corrections');
  await reader.getByText('Its own page says so.').waitFor();
  expect(await reader.locator('main').innerText()).not.toContain('Zug');
  await form.getByLabel('Headquarters', { exact: true }).first().fill('Geneva, Switzerland');
  await form.getByRole('button', { name: 'Publish draft' }).click();
  await form.waitFor({ state: 'detached' });
  await expect
    .poll(async () => {
      await reader.reload();
      return reader.locator('main').innerText();
    })
    .toContain('Zug');
  await reader.getByText('The office is in Zug now.').waitFor();
  const ledger = await reader.locator('main').innerText();
  expect(ledger).toContain('1 accepted, 1 refused');
  expect(ledger).not.toMatch(/Refuse me|Accept me|It moved/);
  expect([...page.problems.filter((one) => !one.includes('400')), ...reader.problems]).toEqual([]);
  await reader.context().close();
  await page.context().close();
});

it('the desk marks several corrections as spam at once', async () => {
  for (const text of ['Buy now', 'Buy more']) await report('/vendors/addepar', text);
  const page = await openPanel(site, '/admin/corrections');
  for (const text of ['Buy now', 'Buy more'])
    await page.getByRole('listitem').filter({ hasText: text }).getByRole('checkbox').check();
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Spam', exact: true }).click();
  await toast(page, '2 corrections marked as spam').waitFor();
  await page.getByText('Buy now').waitFor({ state: 'detached' });
  expect(page.problems).toEqual([]);
  await page.context().close();
});
