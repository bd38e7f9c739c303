import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emitChange, onChange } from '#platform/changes.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { createWholeReads } from '#platform/server/whole-reads.server.ts';
import { startServer } from '#testing/browser.ts';
import { signInTo } from '#testing/sign-in.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

let site: Server;
let session: Awaited<ReturnType<typeof signInTo>>;

beforeAll(async () => {
  site = await startServer({ data: 'starter' });
  session = await signInTo(site.url);
});
afterAll(() => site.close());

const call: typeof session.call = (...args) => session.call(...args);

const open = async (path: string) => {
  const response = await fetch(new URL(path, site.url), { redirect: 'manual' });
  return { status: response.status, headers: response.headers, html: await response.text() };
};

const item = async (type: string, slug: string) => (await call('GET', `/api/${type}/${slug}`)).body;

const begin = async (name: string) => (await call('POST', '/api/releases', { name })).body.id;

const add = (id: number, collection: string, itemId: number, more: object = {}) =>
  call('POST', `/api/releases/${id}/items`, { collection, itemId, ...more });

const draft = (type: string, id: number, fields: object) =>
  call('PUT', `/api/${type}/${id}/draft`, fields);

const term = async (slug: string, more: object = {}) =>
  (
    await call('POST', '/api/glossary', {
      term: slug,
      slug,
      definition: `What ${slug} means.`,
      isPublished: true,
      ...more,
    })
  ).body;

describe('a release', () => {
  it('refuses a stranger in every call', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', '/1'],
      ['DELETE', '/1'],
      ['POST', '/1/items'],
      ['DELETE', '/1/items/1'],
      ['POST', '/1/check'],
      ['POST', '/1/publish'],
      ['POST', '/1/undo'],
      ['POST', '/1/schedule'],
      ['DELETE', '/1/schedule'],
    ] as const) {
      const response = await fetch(`${site.url}/api/releases${path}`, { method });
      expect([method, path, response.status]).toEqual([method, path, 401]);
    }
  });

  it('publishes a draft, a deletion and a move in one moment, and undoes them as one', async () => {
    const [faq, gone, moved] = [
      await item('faq', 'who-fixes-bad-data'),
      await term('to-go'),
      await term('to-move'),
    ];
    await draft('faq', faq.id, { question: 'Who mends it?' });
    const id = await begin('Spring');
    await add(id, 'faq', faq.id);
    await add(id, 'glossary', gone.id, { action: 'delete' });
    const { body: whole } = await add(id, 'glossary', moved.id, { action: 'move', slug: 'moved' });
    expect(whole).toMatchObject({ state: 'open', items: 3 });
    expect((await call('POST', `/api/releases/${id}/check`)).body).toEqual({
      problems: [],
      warnings: [],
      mayPublish: true,
      refusals: [],
    });
    expect((await open('/glossary/to-go')).status).toBe(200);

    const done = await call('POST', `/api/releases/${id}/publish?seal=${whole.seal}`);
    expect([done.status, done.body.state]).toEqual([200, 'published']);
    expect((await open('/faq/who-fixes-bad-data')).html).toContain('Who mends it?');
    expect((await open('/glossary/to-go')).status).toBe(404);
    const old = await open('/glossary/to-move');
    expect([old.status, old.headers.get('location')]).toEqual([301, '/glossary/moved']);
    const { body: told } = await call('GET', `/api/activity?collection=releases&item=${id}`);
    expect(told[0]).toMatchObject({
      action: 'release published',
      title: 'Spring',
      details: {
        items: [
          'publish “Who fixes bad data: the vendor or the office?”',
          'delete “to-go”',
          'move “to-move”',
        ],
      },
    });

    const undone = await call('POST', `/api/releases/${id}/undo`);
    expect([undone.status, undone.body.state]).toEqual([200, 'undone']);
    expect((await open('/faq/who-fixes-bad-data')).html).not.toContain('Who mends it?');
    expect((await open('/glossary/to-go')).status).toBe(200);
    expect((await open('/glossary/to-move')).status).toBe(200);
    expect((await call('GET', `/api/faq/${faq.id}/draft`)).body.fields).toEqual({
      question: 'Who mends it?',
    });
    expect((await call('POST', `/api/releases/${id}/publish`)).body.state).toBe('published');
  });

  it('is published whole or not at all, and names what is in the way', async () => {
    const [one, two] = [await term('good-one'), await term('bad-one')];
    await draft('glossary', one.id, { definition: 'Better.' });
    await draft('glossary', two.id, { definition: 'Stale.' });
    await call('PUT', `/api/glossary/${two.id}`, { definition: 'Newer.' });
    const [id, other] = [await begin('Half'), await begin('Other')];
    await add(other, 'glossary', one.id);
    await add(id, 'glossary', one.id);
    const { body: whole } = await add(id, 'glossary', two.id);
    expect(whole.entries[0].alsoIn).toEqual(['Other']);
    const reason =
      'It was changed after its draft was begun. Open it, choose which text stays, and save the draft again.';
    const problem = { collection: 'glossary', itemId: two.id, title: 'bad-one', reason };
    const { body: checked } = await call('POST', `/api/releases/${id}/check`);
    expect(checked.problems).toEqual([{ ...problem, isAsked: false }]);
    const refused = await call('POST', `/api/releases/${id}/publish`);
    expect(refused).toMatchObject({
      status: 409,
      body: { message: `Nothing was published. “bad-one”: ${reason}`, problems: [problem] },
    });
    expect((await item('glossary', 'good-one')).definition).toBe('What good-one means.');
  });

  it('names taken slugs, redirects that give way and what a deletion would leave behind', async () => {
    const [taker, taken] = [await term('taker'), await term('taken')];
    await call('POST', '/api/redirects', { fromPath: '/glossary/free', toPath: '/glossary/taken' });
    const user = await term('user', { definition: 'See [it](/glossary/taken).' });
    const id = await begin('Slugs');
    await add(id, 'glossary', taker.id, { action: 'move', slug: 'taken' });
    const check = async () => (await call('POST', `/api/releases/${id}/check`)).body;
    expect((await check()).problems).toMatchObject([
      { title: 'taker', reason: 'Slug is already used' },
    ]);
    await add(id, 'glossary', taken.id, { action: 'delete' });
    // Where the item that moves stands by then, links lead to that one.
    expect(await check()).toMatchObject({ problems: [], warnings: [] });
    await add(id, 'glossary', taker.id, { action: 'move', slug: 'another' });
    expect((await check()).warnings).toMatchObject([
      { itemId: taken.id, reason: 'Still used by “user”, “/glossary/free”' },
    ]);
    await add(id, 'glossary', user.id, { action: 'move', slug: 'free' });
    expect((await check()).warnings).toContainEqual(
      expect.objectContaining({ title: '/glossary/free', reason: 'This redirect gives way' }),
    );
    expect((await add(id, 'glossary', user.id, { action: 'move', slug: 'No slug!' })).status).toBe(
      400,
    );
    expect((await add(id, 'nothing', 1)).body.fields).toEqual({
      collection: 'There is no such type',
    });
  });

  it('is published as it was seen, and undone only while nothing changed since', async () => {
    const one = await term('seen-one');
    await draft('glossary', one.id, { definition: 'First.' });
    const id = await begin('Seen');
    const { body: seen } = await add(id, 'glossary', one.id);
    await draft('glossary', one.id, { definition: 'Second.' });
    const path = `/api/releases/${id}`;
    expect((await call('POST', `${path}/publish?seal=${seen.seal}`)).status).toBe(412);
    expect((await call('POST', `${path}/publish`)).status).toBe(200);
    expect((await call('POST', `${path}/publish`)).body.message).toBe('This release is published');
    await call('PUT', `/api/glossary/${one.id}`, { definition: 'Third.' });
    expect((await call('POST', `${path}/undo`)).body.message).toBe(
      'Nothing was undone. “seen-one”: It was changed after the release',
    );
  });

  it('holds at most 200 items', async () => {
    const one = await term('one-too-many');
    const id = await begin('Full');
    await site.db.execute(
      sql`insert into release_items (release_id, collection, item_id, action, title)
          select ${id}, 'glossary', 100000 + n, 'publish', 'x' from generate_series(1, 200) n`,
    );
    expect((await add(id, 'glossary', one.id)).body.message).toBe(
      'A release holds at most 200 items',
    );
  });
});

describe('the schedule of releases', () => {
  it('publishes at its time, and not what was changed after it was scheduled', async () => {
    const [good, bad] = [await term('due-good'), await term('due-bad')];
    await draft('glossary', good.id, { definition: 'On time.' });
    await draft('glossary', bad.id, { definition: 'Seen.' });
    const [first, second] = [await begin('Due'), await begin('Due but changed')];
    await add(first, 'glossary', good.id);
    await add(second, 'glossary', bad.id);
    const at = new Date(Date.now() + 1500).toISOString();
    const past = await call('POST', `/api/releases/${first}/schedule`, {
      at: '2020-01-01T00:00:00Z',
    });
    expect(past.body.fields).toEqual({ at: 'This moment has passed already' });
    for (const id of [first, second]) {
      expect((await call('POST', `/api/releases/${id}/schedule`, { at })).body.state).toBe(
        'scheduled',
      );
    }
    expect((await add(first, 'glossary', bad.id)).status).toBe(409);
    const scheduledBy = 'editor@example.com';
    expect((await call('GET', '/api/schedule')).body).toMatchObject(
      [first, second].map((itemId) => ({ collection: 'releases', itemId, at, scheduledBy })),
    );
    await draft('glossary', bad.id, { definition: 'Not seen.' });
    const stateOf = async (id: number) => (await call('GET', `/api/releases/${id}`)).body;
    await expect
      .poll(async () => (await stateOf(first)).state, { timeout: 20_000 })
      .toBe('published');
    await expect
      .poll(async () => (await stateOf(second)).state, { timeout: 20_000 })
      .toBe('failed');
    expect((await stateOf(second)).problem).toBe(
      'Nothing was published. “due-bad”: It was changed after the release was scheduled',
    );
    const planned = async () =>
      (await call('GET', '/api/schedule')).body.filter(
        ({ collection }: { collection: string }) => collection === 'releases',
      );
    expect(await planned()).toMatchObject([
      { itemId: second, title: 'Due but changed', action: 'publish', at, state: 'failed' },
    ]);
    await call('DELETE', `/api/releases/${second}/schedule`);
    expect(await planned()).toEqual([]);
    expect((await item('glossary', 'due-good')).definition).toBe('On time.');
    expect((await item('glossary', 'due-bad')).definition).toBe('What due-bad means.');
  });
});

describe('a preview link of a release', () => {
  it('opens the whole site with the release in place, for its holder alone', async () => {
    const faq = await item('faq', 'who-should-decide-on-the-software');
    const [hidden, gone] = [
      await term('quiet-word', { isPublished: false }),
      await term('loud-word'),
    ];
    await draft('faq', faq.id, { question: 'Who is to decide?' });
    const id = await begin('Shown');
    await add(id, 'faq', faq.id);
    await add(id, 'glossary', hidden.id);
    await add(id, 'glossary', gone.id, { action: 'delete' });
    const made = await call('POST', `/api/releases/${id}/preview-links`);
    expect(made.status).toBe(201);
    const first = await open(made.body.url);
    expect(first.html).toContain('Preview of the whole site with a release');
    expect(first.headers.get('cache-control')).toBe('private, no-store');
    expect(first.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    const at = (path: string) => `${made.body.url}&path=${encodeURIComponent(path)}`;
    const list = await open(at('/faq'));
    expect(list.html).toContain('Who is to decide?');
    const token = new URL(made.body.url).searchParams.get('token');
    expect(list.html).toContain(
      `href="/preview?token=${token}&amp;path=%2Ffaq%2Fwho-should-decide-on-the-software"`,
    );
    expect((await open(at('/glossary/quiet-word'))).status).toBe(200);
    expect((await open(at('/glossary/loud-word'))).status).toBe(404);
    expect((await open(`${at('/search')}&q=quiet-word`)).html).toContain('What quiet-word means');
    expect((await open('/glossary/quiet-word')).status).toBe(404);
    expect((await open('/glossary/loud-word')).status).toBe(200);
    expect((await open('/faq')).html).not.toContain('Who is to decide?');
    expect((await call('GET', `/api/faq/${faq.id}/draft`)).status).toBe(200);
    const both = await Promise.all([at('/'), at('/faq'), at('/vendors')].map(open));
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    await call('DELETE', `/api/preview-links/${made.body.id}`);
    expect((await open(at('/faq'))).status).toBe(404);
  });
});

describe('what rests on several reads', () => {
  it('is made again where a release was published between them', async () => {
    const one = await term('between');
    await draft('glossary', one.id, { definition: 'After.' });
    const id = await begin('Between');
    await add(id, 'glossary', one.id);
    const connection = connect(site.databaseUrl, { max: 1 });
    const whole = createWholeReads(connection.pool);
    await whole(async () => 'warm');
    let tries = 0;
    const made = await whole(async () => {
      const before = (await item('glossary', 'between')).definition;
      tries += 1;
      if (tries === 1) await call('POST', `/api/releases/${id}/publish`);
      return [before, (await item('glossary', 'between')).definition];
    });
    expect([tries, made]).toEqual([2, ['After.', 'After.']]);
    await connection.close();
  });

  it('is made once by a node that has heard of other changes alone', async () => {
    const connection = connect(site.databaseUrl, { max: 1 });
    const whole = createWholeReads(connection.pool);
    emitChange(['faq', 'faq/1']);
    let tries = 0;
    const count = async () => {
      tries += 1;
    };
    await whole(count);
    expect(tries).toBe(1);
    // Another node's release that this one has not heard of: everything may be old.
    const heard: string[][] = [];
    const forget = onChange((keys) => heard.push([...keys]));
    await whole(async () => {
      await count();
      if (tries > 2) return;
      await site.db.execute(
        sql`update app_meta set value = to_jsonb(value::int + 1) where key = 'release'`,
      );
    });
    forget();
    await connection.close();
    expect([tries, heard]).toEqual([3, [['*']]]);
  });
});
