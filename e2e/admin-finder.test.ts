import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COLORS, findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type AiServer, startAiServer } from '#testing/servers/ai-server.ts';
import { type PageServer, startPageServer } from '#testing/servers/page-server.ts';
import { openPanel, toast } from './admin-helpers.ts';

const LEDGER = 'Our general ledger keeps the books of every entity of the family.';
const RISK = 'We measure the risk of each portfolio by three methods.';
const BILLS = 'Our team pays the bills of the household in two steps.';
const SCREEN = '/admin/coverage?vendor=addepar&find=1';

let service: AiServer;
let website: PageServer;
let site: BrowserSite;

beforeAll(async () => {
  [service, website] = await Promise.all([startAiServer(), startPageServer()]);
  const body = ['Some words before.', LEDGER, RISK, BILLS].map((line) => `<p>${line}</p>`).join('');
  website.pages.set('/', { body: `<title>Product</title>${body}` });
  const cell = (feature: string, quote: string) => ({
    feature,
    quote,
    level: 'documented',
    finding: `It is offered: ${feature.replaceAll('-', ' ')}.`,
  });
  const cells = [
    cell('general-ledger', LEDGER),
    cell('risk-analytics', RISK),
    cell('bill-payment', BILLS),
    cell('bill-payment', 'These words are on no page of the vendor.'),
  ];
  service.always(({ messages }) => ({
    kind: 'object',
    value: messages[0]?.content.startsWith('You read one web page')
      ? { cells, facts: [] }
      : { level: 'documented' },
  }));
  site = await startBrowserSite({
    data: 'starter',
    settings: {
      AI_BASE_URL: service.baseUrl,
      AI_MODEL: 'test-model',
      FETCH_ALLOW_HOSTS: website.hostPort,
    },
  });
  await site.db.execute(
    sql`update vendors set website = ${`${website.url}/`} where slug = 'addepar'`,
  );
  await site.db.execute(
    sql`delete from coverage where vendor_id = (select id from vendors where slug = 'addepar')`,
  );
});
afterAll(async () => {
  await site.close();
  await Promise.all([service.close(), website.close()]);
});

it('FINDER finds evidence of a vendor, and proposals are accepted, edited and refused by keyboard', async () => {
  const page = await openPanel(site, '/admin/coverage?vendor=addepar');
  await page.getByRole('link', { name: 'Find evidence' }).click();
  await page.getByLabel('Addresses').fill(`${website.url}/`);
  await page.getByRole('button', { name: 'Find evidence' }).click();
  await page.getByText('Done, 1 of 1 pages, 3 to decide').waitFor();
  await page.getByText('4 calls, 40 tokens in, 80 out.').waitFor();
  await page.getByText('1 dropped by code').waitFor();
  const line = (name: string) => page.getByRole('listitem', { name: `${name}: documented` });
  await line('General Ledger').waitFor();
  await expect.poll(() => page.locator('mark').textContent()).toBe(LEDGER);

  expect(await findViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findViolations(page, COLORS)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  const desk = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize(desk);

  await line('General Ledger').focus();
  await page.keyboard.press('j');
  await expect.poll(() => page.locator('mark').textContent()).toBe(RISK);
  await page.keyboard.press('k');
  await page.keyboard.press('a');
  await toast(page, 'General Ledger is accepted').waitFor();
  await line('General Ledger').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Risk Analytics: documented');

  await page.keyboard.press('e');
  const form = page.getByRole('form', { name: 'Edit the proposal for Risk Analytics' });
  await form.getByLabel('Level').selectOption('partial');
  await form.getByLabel('Finding').fill('It measures risk by three methods.');
  await form.getByLabel('Quote').fill('These words are nowhere on the page.');
  await form.getByRole('button', { name: 'Accept' }).click();
  await form.getByText('These words are not on the page').waitFor();
  await form.getByLabel('Quote').fill(RISK);
  await form.getByRole('button', { name: 'Accept' }).click();
  await line('Risk Analytics').waitFor({ state: 'detached' });

  // A proposal of another feature was not before the editor.
  await line('Bill Payment').focus();
  await page.keyboard.press('e');
  const other = page.getByRole('form', { name: 'Edit the proposal for Bill Payment' });
  await other.getByRole('combobox', { name: 'Feature' }).fill('General Ledger');
  await other.getByRole('option', { name: 'General Ledger', exact: true }).click();
  await other.getByRole('button', { name: 'Accept' }).click();
  await toast(page, 'Somebody else changed it in the meantime. Look at it again.').waitFor();
  await other.getByRole('button', { name: 'Close' }).click();

  await line('Bill Payment').focus();
  await page.keyboard.press('r');
  await page.getByText('Nothing is proposed at the moment.').waitFor();
  await page.getByText('2 accepted, 1 refused').waitFor();
  const rows = await (await page.request.get('/api/coverage?vendor=addepar')).json();
  expect(
    rows.map((row: Record<string, unknown>) => [
      row.level,
      row.quote,
      row.foundWith,
      row.checkedBy,
    ]),
  ).toEqual([
    ['documented', LEDGER, 'AI', 'Edith'],
    ['partial', RISK, 'AI', 'Edith'],
  ]);
  expect(page.problems.filter((problem) => !/400|412/.test(problem))).toEqual([]);
  await page.context().close();
});

it('FINDER says who sets up the AI service where there is none', async () => {
  const bare = await startBrowserSite({ data: 'starter' });
  const page = await openPanel(bare, SCREEN);
  await page
    .getByText(/An owner of this site can set one up in the panel, under Settings/)
    .waitFor();
  expect(await page.getByLabel('Addresses').count()).toBe(0);
  await page.context().close();
  await bare.close();
});
