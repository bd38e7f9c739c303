import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { connect } from '#platform/db/database.server.ts';
import { cloneDatabase } from '#testing/build-app.ts';
import { isFirstLook, startWebsite } from '#testing/finder.ts';
import { children, startServing } from '#testing/processes.ts';
import { startAiServer } from '#testing/servers/ai-server.ts';

const STATED = 'Our general ledger keeps the books of every entity of the family.';

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

it('FINDER a run goes on after kill -9: the page is read again once, and its proposals are there once', async () => {
  const [service, website, database] = await Promise.all([
    startAiServer(),
    startWebsite(),
    cloneDatabase('starter'),
  ]);
  const { db, close } = connect(database.url, { max: 2 });
  website.pages.set('/', STATED);
  const cell = {
    feature: 'general-ledger',
    level: 'documented',
    finding: 'It keeps the books of each entity.',
    quote: STATED,
  };
  service.next({ kind: 'no-reply' });
  service.always((asked) => ({
    kind: 'object',
    value: isFirstLook(asked) ? { cells: [cell], facts: [] } : { level: 'documented' },
  }));
  const place = {
    DATABASE_URL: database.url,
    AI_BASE_URL: service.baseUrl,
    AI_MODEL: 'test-model',
    FETCH_ALLOW_HOSTS: website.hostPort,
  };
  await db.execute(sql`update vendors set website = ${`${website.url}/`} where slug = 'addepar'`);
  await db.execute(sql`insert into evidence_runs (vendor_id, urls, model)
    select id, ${JSON.stringify([`${website.url}/`])}::jsonb, 'test-model' from vendors where slug = 'addepar'`);

  const first = await startServing(place);
  await expect.poll(() => service.requests.length).toBe(1);
  first.child.kill('SIGKILL');
  await first.ended;
  // As long as a process may be silent has passed.
  await db.execute(sql`update evidence_runs set beat_at = now() - interval '90 seconds'`);

  const second = await startServing(place);
  const state = async () => (await db.execute(sql`select state from evidence_runs`)).rows[0]?.state;
  await expect.poll(state).toBe('done');
  const { rows } = await db.execute(
    sql`select p.state, p.tries, count(o.id)::int as proposals from evidence_pages p left join proposals o on o.page_id = p.id group by p.id`,
  );
  expect(rows).toEqual([{ state: 'done', tries: 2, proposals: 1 }]);
  expect(service.requests).toHaveLength(3);

  second.child.kill('SIGTERM');
  await second.ended;
  await close();
  await Promise.all([service.close(), website.close(), database.drop()]);
}, 120_000);
