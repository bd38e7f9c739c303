import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { answer, openPanel } from './admin-helpers.ts';

const EMAIL = 'paula@example.com';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({
    data: 'starter',
    settings: { NEWS_FETCH_CRON: '0 3 * * *' },
  });
  await site.db.execute(sql`insert into users (email, role) values (${EMAIL}, 'publisher')`);
});
afterAll(() => site.close());

const schedulePaula = () =>
  site.db.execute(sql`insert into jobs (name, subject, key, run_at, data)
    select 'schedule', 'faq/' || n, 'publish', ('2031-01-0' || n || 'T09:00:00Z')::timestamptz, json_build_object(
      'collection', 'faq', 'itemId', n, 'action', 'publish', 'title', 'Question ' || n || '?', 'fields', '{}'::json,
      'baseVersion', 1, 'draftVersion', null, 'isConfirmed', false, 'userId', id, 'userEmail', email)
    from users, generate_series(1, 3) n where email = ${EMAIL}`);

it('the dashboard shows every kind of job, and above all one that failed twice or is overdue', async () => {
  await site.db.execute(sql`insert into jobs (name, run_at, done_at, error, attempts) values
    ('news-feeds', now(), now() - interval '1 day', null, 1),
    ('news-feeds', now(), now() - interval '2 hours', 'feeds.example: The feed answered 500', 3),
    ('news-feeds', now(), now() - interval '1 hour', 'feeds.example: The feed answered 500', 3)`);
  // The second one is late, since the one before it is not due yet.
  await site.db.execute(sql`insert into jobs (name, subject, key, run_at) values
    ('mail', 'a', 'b', now() + interval '1 day'), ('mail', 'a', 'b', now() - interval '3 hours')`);
  const page = await openPanel(site, '/admin');
  const troubled = page.getByRole('region', { name: 'Background jobs in trouble' });
  await troubled.getByText('Reading news feeds failed 2 times in a row').waitFor();
  await troubled.getByText('feeds.example: The feed answered 500').waitFor();
  await troubled.getByText('Sending e-mail is overdue').waitFor();
  await page.getByRole('heading', { name: 'Deleting what is too old' }).waitFor();
  await page.getByRole('heading', { name: 'Publishing by schedule' }).waitFor();
  await page.goto('/admin/settings#jobs');
  const feeds = page.getByRole('listitem').filter({ hasText: 'Reading news feeds' });
  await feeds.getByText(/^done .+, next /).waitFor();
  await feeds
    .getByText(/^2 times in a row, failed .+: feeds\.example: The feed answered 500$/)
    .waitFor();
  await page.getByText(/They are read by themselves next on /).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.context().close();
});

it('an owner who demotes a publisher is told that scheduled items stay, in the owner’s name', async () => {
  await schedulePaula();
  const page = await openPanel(site, '/admin/users');
  await page.getByLabel(`Role of ${EMAIL}`).selectOption('editor');
  const question = page.getByRole('alertdialog');
  await question.getByText('published at the same time, in your name').waitFor();
  await answer(page, 'Change the role');
  await page.getByText(`${EMAIL} is now editor`).first().waitFor();
  const people = sql`select distinct data->>'userEmail' as user_email from jobs where name = 'schedule'`;
  expect((await site.db.execute(people)).rows).toEqual([{ user_email: 'editor@example.com' }]);
  await page.context().close();
});
