import { afterAll, beforeAll, expect, it } from 'vitest';
import { COLORS, findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { rssOf } from '#testing/servers/feed-documents.ts';
import { type FeedServer, startFeedServer } from '#testing/servers/feed-server.ts';
import { answer, coversNothingOf, type EditorPage, openPanel, settle } from './admin-helpers.ts';

let site: BrowserSite;
let feeds: FeedServer;
beforeAll(async () => {
  feeds = await startFeedServer();
  const story = { id: 'w-1', title: 'A story of the wire', link: 'https://wire.example/1' };
  feeds.put('/wire', rssOf('The Wire', [story]));
  site = await startBrowserSite({
    data: 'starter',
    settings: {
      FETCH_ALLOW_HOSTS: feeds.hostPort,
      UNSPLASH_ACCESS_KEY: 'sk-never-shown',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Desk <desk@example.com>',
    },
  });
});
afterAll(async () => {
  await site.close();
  await feeds.close();
});

const look = async (page: EditorPage) => {
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([width, wide]).toEqual([width, width]);
    expect([width, await findViolations(page)]).toEqual([width, []]);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findViolations(page, COLORS)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
};

it('an owner names the site, adds, tests, pauses and deletes a feed, and sees which services the server has, without a key', async () => {
  const page = await openPanel(site, '/admin/settings', { colorScheme: 'light' });
  await settle(page);
  const form = (name: string) => page.getByRole('form', { name });
  const name = `Ledger ${Date.now()}`;
  await form('Site').getByLabel('Name of the site').fill(name);
  await form('Site').getByLabel('Publisher').fill('Example Press');
  await form('Site').getByLabel('Contact address').fill('nobody');
  await page.keyboard.press('Enter');
  await form('Site').getByText('Give an email address, such as desk@example.com').waitFor();
  await form('Site').getByLabel('Contact address').fill('desk@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('Site: saved').first().waitFor();

  const url = `${feeds.url}/wire`;
  await form('Add a feed').getByLabel('Address of the feed').fill(url);
  await form('Add a feed').getByLabel('Category').fill('Markets');
  const language = form('Add a feed').getByLabel('Language');
  await language.fill('English');
  await page.keyboard.press('Enter');
  const problem = form('Add a feed').getByText('Give a language such as en or de-CH', {
    exact: true,
  });
  await problem.waitFor();
  expect(await language.getAttribute('aria-describedby')).toContain(
    await problem.getAttribute('id'),
  );
  await language.fill('en');
  await form('Add a feed').getByRole('button', { name: 'Test this address' }).click();
  await form('Add a feed').getByText('The Wire: 1 item.').waitFor();
  await form('Add a feed').getByRole('button', { name: 'Add the feed' }).click();
  await page.getByRole('heading', { name: url }).waitFor();
  await page.getByText('Category Markets').waitFor();
  await page.getByRole('button', { name: `Pause: ${url}` }).click();
  await page.getByText('Paused', { exact: true }).waitFor();

  const integrations = page.locator('#integrations');
  await integrations.getByText('Not set up.').waitFor();
  await integrations.getByText('Set up', { exact: true }).waitFor();
  await integrations.getByText('Sender Desk <desk@example.com>').waitFor();
  expect(await integrations.getByRole('button').count()).toBe(0);
  await page.getByRole('heading', { name: 'Background jobs' }).waitFor();
  const job = page.getByRole('listitem').filter({ hasText: 'Reading news feeds' });
  await job.getByText('never by itself: the person who runs the server sets a time').waitFor();
  await page.getByText(/Read only by ‘Fetch from Feed’/).waitFor();
  await look(page);

  await page.getByRole('button', { name: `Delete: ${url}` }).click();
  await answer(page, 'Delete');
  await page.getByText('No feed yet.').waitFor();
  await page.reload();
  await settle(page);
  expect(await form('Site').getByLabel('Name of the site').inputValue()).toBe(name);
  expect(await page.content()).not.toContain('sk-never-shown');
  await page.goto('/');
  expect(await page.title()).toContain(name);
  await page.goto('/contact');
  await page.getByRole('link', { name: 'desk@example.com' }).waitFor();
  await page.getByText('Example Press').first().waitFor();
  await page.context().close();
});

it('what is typed is left only after a question, and kept within the screen', async () => {
  const page = await openPanel(site, '/admin/settings');
  await settle(page);
  const publisher = page.getByRole('form', { name: 'Site' }).getByLabel('Publisher');
  const feed = page.getByRole('form', { name: 'Add a feed' }).getByLabel('Address of the feed');
  await publisher.fill('Half a na');
  await page.evaluate(() => window.location.assign('#integrations'));
  const leave = () => page.getByRole('link', { name: 'Trash' }).first().click();
  await leave();
  await answer(page, 'Keep editing');
  expect(await publisher.inputValue()).toBe('Half a na');
  await leave();
  await answer(page, 'Discard changes');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/trash');
  await page.goto('/admin/settings');
  await settle(page);
  await feed.fill('https://half.exam');
  await leave();
  await answer(page, 'Keep editing');
  expect(await feed.inputValue()).toBe('https://half.exam');
  await page.context().close();
});

it.each([390, 1024, 1440])('a notice covers nothing of the form at %i px', async (width) => {
  const page = await openPanel(site, '/admin/settings', { viewport: { width, height: 780 } });
  await settle(page);
  const form = page.getByRole('form', { name: 'Site' });
  await form.getByLabel('Publisher').fill(`P ${width}`);
  await page.keyboard.press('Enter');
  await page.getByText('Site: saved').first().waitFor();
  await coversNothingOf(page, form);
  await page.context().close();
});

it('a form sends what was typed alone: what another owner changed meanwhile is shown, and stays', async () => {
  const page = await openPanel(site, '/admin/settings');
  await settle(page);
  const form = page.getByRole('form', { name: 'Site' });
  const changeElsewhere = (data: object) =>
    page.request.put('/api/settings', { data, headers: { origin: site.url } });
  await form.getByLabel('Contact address').fill('first@example.com');
  expect((await changeElsewhere({ siteName: 'Of another owner' })).status()).toBe(200);
  await form.getByRole('button', { name: 'Save Site' }).click();
  await page
    .getByText(/^Somebody else changed the settings/)
    .first()
    .waitFor();
  const name = form.getByLabel('Name of the site');
  await expect.poll(() => name.inputValue()).toBe('Of another owner');
  await form.getByRole('button', { name: 'Save Site' }).click();
  await page.getByText('Site: saved').first().waitFor();
  const [last] = await (await page.request.get('/api/activity?limit=1')).json();
  expect(last.details).toEqual({ fields: ['contactEmail'] });

  await name.fill('Of this owner');
  await changeElsewhere({ siteName: 'Of a third owner' });
  await form.getByRole('button', { name: 'Save Site' }).click();
  await form.getByText('Somebody else set it to: Of a third owner.').waitFor();
  expect(await name.inputValue()).toBe('Of this owner');
  await form.getByRole('button', { name: 'Save Site' }).click();
  await expect
    .poll(async () => (await (await page.request.get('/api/settings')).json()).siteName)
    .toBe('Of this owner');
  await form.getByText('Somebody else set it to').waitFor({ state: 'detached' });
  await page.context().close();
});
