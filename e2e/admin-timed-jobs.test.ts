import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { answer, openPanel, settle } from './admin-helpers.ts';

const EMAIL = 'paula@example.com';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
  await site.db.execute(sql`insert into users (email, role) values (${EMAIL}, 'publisher')`);
});
afterAll(() => site.close());

const schedulePaula = () =>
  site.db.execute(sql`insert into schedule (collection, item_id, action, at, title, fields, user_id, user_email)
    select 'faq', n, 'publish', ('2031-01-0' || n || 'T09:00:00Z')::timestamptz, 'Question ' || n || '?', '{}', id, email
    from users, generate_series(1, 3) n where email = ${EMAIL}`);

it('the dashboard tells of every timed job, and above all of one that failed twice or is overdue', async () => {
  await site.db.execute(sql`insert into timed_jobs (name, pattern, next_at, succeeded_at, failed_at, failure, failures)
    values ('news-feeds', '0 * * * *', now() + interval '1 hour', now() - interval '1 day', now() - interval '1 hour',
        'feeds.example: The feed answered 500', 2),
      ('link-checks', '0 3 * * *', now() - interval '3 hours', now() - interval '27 hours', null, null, 0)
    on conflict (name) do update set pattern = excluded.pattern, next_at = excluded.next_at, succeeded_at = excluded.succeeded_at,
      failed_at = excluded.failed_at, failure = excluded.failure, failures = excluded.failures`);
  const page = await openPanel(site, '/admin');
  const troubled = page.getByRole('region', { name: 'Timed jobs in trouble' });
  await troubled.getByText('Reading news feeds failed 2 times in a row').waitFor();
  await troubled.getByText('feeds.example: The feed answered 500').waitFor();
  await troubled.getByText('Checking links is overdue').waitFor();
  await page.getByRole('heading', { name: 'Deleting what is too old' }).waitFor();
  await page.getByRole('heading', { name: 'Publishing by schedule' }).waitFor();
  await page.goto('/admin/settings#timed-jobs');
  const feeds = page.getByRole('listitem').filter({ hasText: 'Reading news feeds' });
  await feeds.getByText(/^done .+, next /).waitFor();
  await feeds
    .getByText(/^2 times in a row, failed .+: feeds\.example: The feed answered 500$/)
    .waitFor();
  await page.getByText(/They are read by themselves next on /).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.context().close();
});

it('an owner is asked at a demotion what becomes of scheduled items, by name, and takes them over', async () => {
  await schedulePaula();
  const page = await openPanel(site, '/admin/users');
  await page.getByLabel(`Role of ${EMAIL}`).selectOption('editor');
  const question = page.getByRole('alertdialog');
  await question
    .getByText(`3 items are scheduled by ${EMAIL}: they will not be published`)
    .waitFor();
  expect(await question.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('Question 1?'),
    expect.stringContaining('Question 2?'),
    expect.stringContaining('Question 3?'),
  ]);
  expect(await findViolations(page)).toEqual([]);
  expect(await question.getByRole('radio', { name: 'Take over' }).isChecked()).toBe(true);
  await answer(page, 'Change the role');
  await page.getByText(`${EMAIL} is now editor`).first().waitFor();
  await page.goto('/admin/scheduled');
  await settle(page);
  expect(await page.getByText('Scheduled by Edith').count()).toBe(3);

  await site.db.execute(sql`delete from schedule`);
  await schedulePaula();
  await page.goto('/admin/users');
  await page.getByRole('button', { name: `Remove ${EMAIL}` }).click();
  await question.getByRole('radio', { name: 'Leave' }).check();
  await answer(page, 'Remove');
  await page.getByText(`${EMAIL} is removed`).first().waitFor();
  const { rows } = await site.db.execute(sql`select distinct user_email from schedule`);
  expect(rows).toEqual([{ user_email: EMAIL }]);
  await page.context().close();
});
