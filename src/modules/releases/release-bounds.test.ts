import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onChange } from '#platform/changes.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { startServer } from '#testing/browser.ts';
import { type LoopbackServer, startLoopback } from '#testing/servers/loopback.ts';
import { signInTo } from '#testing/sign-in.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

let site: Server;
let cdn: LoopbackServer;
let session: Awaited<ReturnType<typeof signInTo>>;
const purged: string[] = [];

beforeAll(async () => {
  cdn = await startLoopback((request, response) => {
    purged.push(String(request.headers['xkey-purge']));
    response.end();
  });
  const settings = { CDN: 'varnish', CDN_PURGE_URL: cdn.url };
  site = await startServer({ data: 'starter', settings });
  session = await signInTo(site.url);
});
afterAll(async () => {
  await site.close();
  await cdn.close();
});

const call: typeof session.call = (...args) => session.call(...args);

const open = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** Published terms with a draft each, all in one release. */
const prepare = async (name: string, count: number) => {
  const slugs = Array.from({ length: count }, (_, at) => `${name}-${at}`);
  const ids: number[] = [];
  for (const slug of slugs) {
    const text = { term: slug, slug, definition: `What ${slug} means.`, isPublished: true };
    const { body } = await call('POST', '/api/glossary', text);
    await call('PUT', `/api/glossary/${body.id}/draft`, { definition: `Better: ${slug}.` });
    ids.push(body.id);
  }
  const { body } = await call('POST', '/api/releases', { name });
  await site.db.execute(
    sql`insert into release_items (release_id, collection, item_id, action, title)
        select ${body.id}, 'glossary', id, 'publish', term from glossary_entries
        where id in ${ids} order by id`,
  );
  return { path: `/api/releases/${body.id}`, id: body.id, ids, slugs };
};

const linkTo = async (path: string) => (await call('POST', `${path}/preview-links`)).body;

/** Every change of a term takes so long, until it is over. */
const slowDown = async (seconds: number) => {
  await site.db.execute(sql`create or replace function slow() returns trigger language plpgsql
    as ${sql.raw(`$$ begin perform pg_sleep(${seconds}); return new; end $$`)}`);
  await site.db.execute(
    sql`create or replace trigger slow before update on glossary_entries for each row execute function slow()`,
  );
  return () => site.db.execute(sql`drop trigger slow on glossary_entries`);
};

describe('a release that is due', () => {
  it('holds no other up when the server fails at it, and is told as a timed job', async () => {
    const [held, free] = [await prepare('held', 1), await prepare('free', 1)];
    const stateOf = async ({ path }: typeof held) => (await call('GET', path)).body.state;
    const jobNow = async () =>
      (await call('GET', '/api/timed-jobs')).body.find(
        ({ name }: { name: string }) => name === 'releases',
      );
    const connection = connect(site.databaseUrl, { max: 1 });
    const client = await connection.pool.connect();
    const soon = Date.now() + 1500;
    for (const [at, release] of [held, free].entries()) {
      const when = new Date(soon + at).toISOString();
      const { body } = await call('POST', `${release.path}/schedule`, { at: when });
      expect(body).toMatchObject({ state: 'scheduled' });
    }
    await client.query('begin');
    await client.query('select 1 from glossary_entries where id = $1 for update', [held.ids[0]]);
    await expect.poll(() => stateOf(free)).toBe('published');
    await expect.poll(jobNow).toMatchObject({
      failure: 'canceling statement due to lock timeout',
      nextAt: new Date(soon).toISOString(),
    });
    expect(await stateOf(held)).toBe('scheduled');
    await client.query('rollback');
    client.release();
    await connection.close();
    // A word of another release has them run at once.
    const other = await prepare('other', 1);
    await call('POST', `${other.path}/schedule`, { at: '2050-01-01T00:00:00Z' });
    await expect.poll(() => stateOf(held)).toBe('published');
    await expect.poll(jobNow).toMatchObject({ failures: 0, nextAt: '2050-01-01T00:00:00.000Z' });
  });
});

describe('what is told of a release', () => {
  it('is one change, and one request to a CDN that takes fewer keys in one', async () => {
    const { path, ids } = await prepare('many', 40);
    const heard: string[][] = [];
    const forget = onChange((keys) => heard.push([...keys]));
    // The progress that was told of the preparation, at once and again.
    const toldOf = () => purged.filter((keys) => keys.split(' ').includes('glossary/many-39'));
    await expect.poll(toldOf).toHaveLength(2);
    purged.length = 0;
    expect((await call('POST', `${path}/publish`)).status).toBe(200);
    forget();
    expect(heard).toHaveLength(1);
    expect(heard[0]).toEqual(expect.arrayContaining(ids.map((id) => `glossary/${id}`)));
    // At once, and once more when no older response can be on its way.
    await expect.poll(() => purged).toEqual(['everything', 'everything']);
  });
});

describe('a preview of a release', () => {
  it('says what is not part of it, and shows the Markdown of a page as it will be', async () => {
    const { path, slugs } = await prepare('shown', 1);
    const { url } = await linkTo(path);
    expect((await open(url)).text).toContain('scripts, feeds and the sitemap are not part of it.');
    const twin = await open(`${url}&path=/glossary/${slugs[0]}.md`);
    expect([twin.status, twin.headers.get('content-type')]).toEqual([
      200,
      'text/markdown; charset=utf-8',
    ]);
    expect(twin.text).toContain('Better: shown-0.');
    expect(twin.headers.get('cache-control')).toBe('private, no-store');
    expect((await open(`${site.url}/glossary/${slugs[0]}.md`)).text).toContain('What shown-0');
  });

  it('shows 60 pages a minute by one link', async () => {
    const { path } = await prepare('often', 1);
    const [link, other] = [await linkTo(path), await linkTo(path)];
    const key = createHash('sha256').update(String(link.id)).digest('hex');
    await site.db.execute(
      sql`insert into rate_limits (key, points, expire) values (${`release-page:${key}`}, 59, ${Date.now() + 60_000})`,
    );
    expect((await open(link.url)).status).toBe(200);
    expect((await open(link.url)).status).toBe(429);
    expect((await open(other.url)).status).toBe(200);
  });

  it('gives up after 5 seconds, and leaves nothing locked or changed', async () => {
    const { path, ids, slugs } = await prepare('slow', 8);
    const { url } = await linkTo(path);
    const endIt = await slowDown(1);
    const since = performance.now();
    const { status } = await open(url);
    const took = performance.now() - since;
    await endIt();
    expect(status).toBe(503);
    expect(took).toBeGreaterThan(4500);
    expect(took).toBeLessThan(8000);
    const saved = await call('PUT', `/api/glossary/${ids[0]}`, { definition: 'Saved.' });
    expect(saved.status).toBe(200);
    expect((await open(`${url}&path=/glossary/${slugs[1]}`)).text).toContain('Better: slow-1.');
    expect((await open(`${site.url}/glossary/${slugs[1]}`)).text).toContain('What slow-1 means.');
  });
});

describe('a release of 200 items', () => {
  it('is checked, previewed, published and undone within its limits, beside other saves', async () => {
    const { path, ids, slugs } = await prepare('full', 200);
    const took: Record<string, number> = {};
    const timed = async <T>(name: string, work: () => Promise<T>) => {
      const since = performance.now();
      const result = await work();
      took[name] = Math.round(performance.now() - since);
      return result;
    };
    const checked = await timed('check', () => call('POST', `${path}/check`));
    expect(checked.body).toMatchObject({ problems: [], warnings: [], mayPublish: true });
    const { url } = await linkTo(path);
    const shown = await timed('preview', () => open(`${url}&path=/glossary/${slugs[199]}`));
    expect([shown.status, shown.text.includes('Better: full-199.')]).toEqual([200, true]);
    const publishing = timed('publish', () => call('POST', `${path}/publish`));
    const isHeld = async () => {
      const { rows } = await site.db.execute(
        sql`select id from glossary_entries where id in ${ids} for update skip locked`,
      );
      return rows.length;
    };
    await expect.poll(isHeld, { interval: 20 }).toBe(0);
    const [other, own] = await Promise.all([
      timed('another item', () => call('PUT', '/api/faq/1', { category: 'Saved meanwhile' })),
      timed('an item of it', () =>
        call('PUT', `/api/glossary/${ids[0]}/draft`, { definition: 'Meanwhile.' }),
      ),
    ]);
    // It waits for the release, and is refused after 1.5 s of it.
    expect([200, 503]).toContain(own.status);
    expect(took['an item of it']).toBeLessThan(5000);
    expect(other.status).toBe(200);
    expect((await publishing).body.state).toBe('published');
    if (own.status === 200) await call('DELETE', `/api/glossary/${ids[0]}/draft`);
    const read = async () => (await open(`${site.url}/glossary/${slugs[199]}`)).text;
    expect(await read()).toContain('Better: full-199.');
    const undone = await timed('undo', () => call('POST', `${path}/undo`));
    expect(undone.body.state).toBe('undone');
    expect(await read()).toContain('What full-199 means.');
    for (const name of ['check', 'preview', 'publish', 'undo']) {
      expect([name, took[name]]).toEqual([name, expect.any(Number)]);
      expect(took[name]).toBeLessThan(20_000);
    }
  }, 180_000);
});
