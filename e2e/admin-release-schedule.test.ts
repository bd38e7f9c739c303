import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '#modules/auth/auth.tables.server.ts';
import { openSession, sessionCookieName } from '#modules/auth/sessions.server.ts';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { signInTo } from '#testing/sign-in.ts';
import { openPanel, toast } from './admin-helpers.ts';

let site: BrowserSite;
let call: Awaited<ReturnType<typeof signInTo>>['call'];
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
  ({ call } = await signInTo(site.url));
});
afterAll(() => site.close());

/** A release of one term with a draft. */
const prepare = async (name: string, itemId: number) => {
  await call('PUT', `/api/glossary/${itemId}/draft`, { definition: `What ${name} says.` });
  const { body } = await call('POST', '/api/releases', { name });
  await call('POST', `/api/releases/${body.id}/items`, { collection: 'glossary', itemId });
  return body.id;
};

it('a scheduled release stands in the calendar, on the first screen and in the count, and is taken back there', async () => {
  const id = await prepare('Winter', 3);
  const page = await openPanel(site, `/admin/releases?release=${id}`, {
    timezoneId: 'Europe/Berlin',
    viewport: { width: 320, height: 640 },
  });
  const count = page.getByRole('link', { name: /^Scheduled \d/ });
  await page.getByText('Nothing is in the way of this release.').waitFor();
  await page.getByLabel('Publish at').fill('2030-12-03T09:00');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await toast(page, 'Release scheduled').waitFor();

  await page.goto('/admin');
  const today = page.getByRole('region', { name: 'Today' });
  const planned = today.getByRole('link', { name: 'Winter' }).first();
  await today.getByText('Publish on 3 Dec 2030, 09:00 CET').waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await count.textContent()).toContain('1');
  await planned.click();
  await page.getByText('Goes live on 3 Dec 2030, 09:00 CET.').waitFor();

  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/admin/scheduled');
  const row = page.getByRole('listitem').filter({ hasText: 'Winter' });
  await row.getByText('Publish on 3 Dec 2030, 09:00 CET').waitFor();
  await row.getByText('Release', { exact: true }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await row.getByRole('button', { name: 'Cancel: Winter' }).click();
  await page.getByText('Nothing is scheduled.').waitFor();
  expect((await call('GET', `/api/releases/${id}`)).body).toMatchObject({
    state: 'open',
    at: null,
  });
  expect(page.problems).toEqual([]);
  await page.context().close();
});

it('names a conflict, shows the whole site by a link, and offers an editor no time', async () => {
  const id = await prepare('Autumn', 4);
  await call('PUT', '/api/glossary/4', { definition: 'Changed live.' });
  const [user] = await site.db
    .insert(users)
    .values({ email: 'ed@example.com', role: 'editor' })
    .returning();
  const { token } = await openSession(site.db, user?.id ?? 0);
  const page = await site.newPage();
  const name = sessionCookieName(site.url);
  await page.context().addCookies([{ name, value: token, url: site.url }]);
  await page.goto(`/admin/releases?release=${id}`);
  await page.getByText('1 item is in the way.').waitFor();
  await page.getByText(/^It was changed after its draft was begun\./).waitFor();
  expect(await page.getByLabel('Publish at').count()).toBe(0);

  await call('DELETE', '/api/glossary/4/draft');
  await call('PUT', '/api/glossary/4/draft', { definition: 'What Autumn says.' });
  await page.reload();
  await page.getByText('Nothing is in the way of this release.').waitFor();
  await page.getByRole('button', { name: 'Preview the whole site' }).click();
  const links = page.getByRole('dialog', { name: 'Preview links' });
  await links.getByRole('button', { name: 'Create preview link' }).click();
  const url = await links.getByLabel('Preview link', { exact: true }).inputValue();
  const colleague = await site.newPage({ viewport: { width: 320, height: 640 } });
  await colleague.goto(`${url}&path=/glossary`);
  await colleague.getByText(/scripts, feeds and the sitemap are not part of it/).waitFor();
  expect(await findViolations(colleague)).toEqual([]);
  expect(colleague.problems).toEqual([]);
  expect(page.problems).toEqual([]);
  await colleague.context().close();
  await page.context().close();
});
