import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COLORS, findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { startMailServer } from '#testing/servers/mail-server.ts';
import { openPanel, toast } from './admin-helpers.ts';
import { open } from './public-support.ts';

/** A form is taken when it was open for three seconds. */
const OPEN_MS = 3100;

let mail: Awaited<ReturnType<typeof startMailServer>>;
let site: BrowserSite;
beforeAll(async () => {
  mail = await startMailServer();
  site = await startBrowserSite({
    data: 'starter',
    settings: { SMTP_URL: mail.url, MAIL_FROM: 'Desk <desk@example.com>' },
  });
});
afterAll(async () => {
  await site.close();
  await mail.close();
});

interface Group {
  category: string;
  rows: { feature: { slug: string; name: string }; cells: unknown[] }[];
}

/** A feature of which no page says anything about Altoo, in its category. */
const findOpen = async () => {
  const response = await fetch(`${site.url}/api/vendors/altoo/coverage`);
  const groups: Group[] = await response.json();
  for (const { category, rows } of groups) {
    const row = rows.find(({ cells }) => cells[0] === null);
    if (row) return { category, ...row.feature };
  }
  throw new Error('Everything is known of Altoo');
};

it('somebody at a vendor answers without JavaScript, an editor shows it, and a reader may count it', async () => {
  const feature = await findOpen();
  const page = await site.newPage({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 700 },
  });
  const before = mail.letters.length;
  await page.goto('/vendors/altoo');
  await page.getByRole('link', { name: 'Do you work there?' }).click();
  await page.getByRole('heading', { name: 'What Altoo states' }).waitFor();
  await page.getByLabel('Your e-mail address at').fill('ann@altoo.io');
  await sleep(OPEN_MS);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('a link is on its way to it').waitFor();
  await expect.poll(() => mail.letters.length).toBe(before + 1);
  const link = /http\S+token=\S+/.exec(mail.last()?.mail.text ?? '')?.[0] ?? '';

  await page.goto(link);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.waitForURL(`${site.url}/vendor-word/answers`);
  await page.locator('summary', { hasText: feature.category }).click();
  await page.locator(`#level-${feature.slug}`).selectOption('documented');
  await page.locator(`#text-${feature.slug}`).fill('Since the first release.');
  await page.locator(`#url-${feature.slug}`).fill('https://docs.altoo.io/ledger');
  const isWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(await isWide()).toBe(false);
  await page.locator('details[open] button').click();
  await page.getByText('One answer waits for an editor.').waitFor();
  await page.context().close();

  const desk = await openPanel(site, '/admin/vendor-words', {
    viewport: { width: 390, height: 800 },
  });
  await desk.getByText('Since the first release.').waitFor();
  expect(await findViolations(desk)).toEqual([]);
  await desk.getByRole('button', { name: `Show Altoo: ${feature.name}` }).click();
  await toast(desk, 'Altoo: shown as its word').waitFor();
  await desk.getByText('Nothing here.').waitFor();
  await desk.getByRole('button', { name: /^Shown/ }).click();
  await desk.getByRole('link', { name: 'Find evidence there' }).click();
  await desk.waitForURL('**/admin/coverage?vendor=altoo&find=1');
  expect(desk.problems).toEqual([]);
  await desk.context().close();

  const reader = await site.newPage();
  await open(reader, '/vendors/altoo');
  const word = reader.locator('details.evidence', { hasText: 'The vendor states that it does' });
  await word.first().locator('summary').click();
  await reader.getByText('Stated by altoo.io').first().waitFor();
  expect(await findViolations(reader)).toEqual([]);
  await reader.emulateMedia({ colorScheme: 'dark' });
  expect(await findViolations(reader, COLORS)).toEqual([]);

  const rank = async (query: string) => {
    await reader.goto(`/needs?f=${feature.slug}${query}`);
    return reader
      .locator('.needs-vendor', { hasText: 'Altoo' })
      .first()
      .locator('p')
      .first()
      .innerText();
  };
  const uncounted = Number.parseInt((await rank('')).replace(/\D+/g, ''), 10);
  expect(await reader.getByText('Counting what vendors state').count()).toBe(0);
  const after = Number.parseInt((await rank('&stated=true')).replace(/\D+/g, ''), 10);
  await reader.getByText('Counting what vendors state').waitFor();
  expect(after).toBeLessThan(uncounted);

  await reader.goto(`/shortlist?v=altoo,addepar&need=${feature.slug}`);
  const tick = reader.getByLabel('Count what vendors state');
  await tick.check();
  await reader.getByText('What vendors state counts too').waitFor();
  expect(reader.problems).toEqual([]);
  await reader.context().close();
});

it('the pages of a link please axe, by day and by night', async () => {
  const page = await site.newPage();
  for (const path of ['/vendors/addepar/word', '/vendor-word?token=wrong']) {
    await page.goto(path);
    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findViolations(page, COLORS)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await page.context().close();
});
