import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#app/app.server.ts';
import { siteList } from '#app/sites.ts';
import { createContent } from '#content/content.server.ts';
import { registry } from '#content/index.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import { createAuthenticator } from '#modules/auth/authenticate.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';
import { comments, notices, presence } from './talk.tables.server.ts';

let app: TestApp;
let factory: Factories;
const cookies: Record<string, string> = {};
const ids: Record<string, number> = {};

beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
  for (const [name, role] of [
    ['nora', 'publisher'],
    ['vic', 'viewer'],
    ['eve', 'editor'],
  ] as const) {
    cookies[name] = await app.signIn(`${name}@example.com`, role);
    const isNamed = eq(users.email, `${name}@example.com`);
    const [user] = await app.db.select().from(users).where(isNamed);
    ids[name] = user?.id ?? 0;
  }
});
afterAll(() => app.close());

const as = (name: string) => (method: string, path: string, body?: unknown) =>
  app.call(method, path, body, { cookie: cookies[name] ?? '' });

const newFaq = () => factory.create('faq', { question: 'What is a family office?' });
const at = (item: { id: number }) => `/api/comments?type=faq&id=${item.id}`;
const say = async (name: string, item: { id: number }, body: object) =>
  (await as(name)('POST', at(item), body)).body;
const inboxOf = async (name: string) => (await as(name)('GET', '/api/inbox')).body;

describe('comments', () => {
  it('401 for a stranger, and every signed-in person may comment, a viewer too', async () => {
    const item = await newFaq();
    expect((await app.call('POST', at(item), { text: 'Hello' })).status).toBe(401);
    expect((await app.call('GET', at(item))).status).toBe(401);
    const { status, body } = await as('vic')('POST', at(item), {
      text: ' Is <b>this</b> so? ',
      field: 'answer',
      quote: 'a family office',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      text: 'Is <b>this</b> so?',
      field: 'answer',
      quote: 'a family office',
      authorEmail: 'vic@example.com',
      authorId: ids.vic,
      resolvedAt: null,
    });
    expect((await as('nora')('GET', at(item))).body).toEqual([body]);
    const told = (await app.asEditor('GET', '/api/activity?limit=1')).body;
    expect(told[0]).toMatchObject({ action: 'commented', itemId: item.id, details: null });
  });

  it('are bounded, and say by field what is wrong', async () => {
    const item = await newFaq();
    const fieldsOf = async (body: object) => (await as('vic')('POST', at(item), body)).body.fields;
    expect(await fieldsOf({ text: ' ' })).toEqual({ text: 'Write something first' });
    expect(await fieldsOf({ text: 'x'.repeat(4001) })).toEqual({
      text: 'A comment has at most 4000 characters',
    });
    expect(await fieldsOf({ text: 'x', field: 'nothing' })).toEqual({ field: 'No such field' });
    expect(await fieldsOf({ text: 'x', field: '__proto__' })).toEqual({ field: 'No such field' });
    // A field is meant by its name, whatever a form calls it.
    expect(await fieldsOf({ text: 'x', field: 'Answer' })).toEqual({ field: 'No such field' });
    expect(await fieldsOf({ text: 'x', mentions: [999_999] })).toEqual({
      mentions: 'Somebody who is named is no user',
    });
    expect(await fieldsOf({ text: 'x', threadId: 999_999 })).toEqual({
      threadId: 'There is no such thread here',
    });
    expect((await as('vic')('GET', '/api/comments?type=nothing&id=1')).status).toBe(404);
    expect((await as('vic')('GET', '/api/comments?type=faq&id=999999')).status).toBe(404);
    expect((await as('vic')('GET', at(item))).body).toEqual([]);
  });

  it('are deleted by the person who wrote them or by an owner, and changed by the writer alone', async () => {
    const item = await newFaq();
    const { body } = await as('vic')('POST', at(item), { text: 'Take this away' });
    const path = `/api/comments/${body.id}`;
    expect((await as('nora')('DELETE', path)).status).toBe(403);
    expect((await app.asEditor('PATCH', path, { text: 'Other words' })).status).toBe(403);
    expect((await app.asEditor('DELETE', path)).status).toBe(200);
    expect((await as('vic')('GET', at(item))).body).toEqual([]);
  });

  it('PROMISE 14 are made once, however often the same request is sent', async () => {
    const item = await newFaq();
    const headers = { cookie: cookies.vic ?? '', 'idempotency-key': 'one-comment' };
    const send = () => app.call('POST', at(item), { text: 'Once' }, headers);
    const sent = await Promise.all([send(), send(), send()]);
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    expect((await as('vic')('GET', at(item))).body).toHaveLength(1);
  });

  it('are changed and deleted by their author alone; anybody resolves and reopens a thread', async () => {
    const item = await newFaq();
    const first = await say('vic', item, { text: 'First' });
    const path = `/api/comments/${first.id}`;
    const reply = await say('eve', item, { text: 'Second', threadId: first.id });
    expect((await as('eve')('PATCH', path, { text: 'Other' })).status).toBe(403);
    const empty = await as('vic')('PATCH', path, {});
    expect([empty.status, Object.keys(empty.body.fields)]).toEqual([400, ['text']]);
    expect((await as('nora')('DELETE', path)).status).toBe(403);
    const edited = await as('vic')('PATCH', path, { text: 'First, better' });
    expect(edited.body).toMatchObject({ text: 'First, better', editedAt: expect.any(String) });

    const resolved = await as('nora')('PATCH', path, { isResolved: true });
    expect(resolved.body).toMatchObject({ resolvedBy: 'nora@example.com' });
    const reopened = await as('eve')('PATCH', path, { isResolved: false });
    expect(reopened.body).toMatchObject({ resolvedAt: null, resolvedBy: null });
    const ofReply = await as('eve')('PATCH', `/api/comments/${reply.id}`, { isResolved: true });
    expect(ofReply.status).toBe(400);
    await as('nora')('PATCH', path, { isResolved: true });
    await say('vic', item, { text: 'Third', threadId: first.id });

    expect((await as('vic')('DELETE', path)).status).toBe(200);
    expect((await as('vic')('DELETE', path)).status).toBe(404);
    const left = (await as('vic')('GET', at(item))).body;
    expect(left.map(({ text }: { text: string }) => text)).toEqual(['', 'Second', 'Third']);
    // The answer opened the thread again.
    expect(left[0]).toMatchObject({ resolvedAt: null, deletedAt: expect.any(String) });
    await as('eve')('DELETE', `/api/comments/${reply.id}`);
    expect((await as('vic')('GET', at(item))).body).toHaveLength(2);
    // Its thread is resolved all the same, but nobody writes in the place of what was taken back.
    const closed = await as('eve')('PATCH', path, { isResolved: true });
    expect(closed.body).toMatchObject({ resolvedBy: 'eve@example.com', text: '' });
    expect((await as('vic')('PATCH', path, { text: 'Again' })).status).toBe(404);
    expect((await as('vic')('PATCH', path, { mentions: [ids.eve] })).status).toBe(404);
  });

  it('stay with an item that changes its slug or goes to the trash and back, and go with it for good', async () => {
    const item = await factory.create('glossary', { term: 'Ledger', slug: 'ledger' });
    const path = `/api/comments?type=glossary&id=${item.id}`;
    await as('vic')('POST', path, { text: 'Kept' });
    await app.asEditor('PUT', `/api/glossary/${item.id}`, { slug: 'the-ledger' });
    expect((await as('vic')('GET', path)).body).toHaveLength(1);

    const trash = async () => {
      await app.asEditor('DELETE', `/api/glossary/${item.id}`);
      return (await app.asEditor('GET', '/api/trash')).body[0].id;
    };
    const id = await trash();
    expect((await as('vic')('GET', path)).status).toBe(404);
    await app.asEditor('POST', `/api/trash/${id}/restore`);
    expect((await as('vic')('GET', path)).body).toMatchObject([{ text: 'Kept' }]);

    await app.asEditor('DELETE', `/api/trash/${await trash()}`);
    expect(await app.db.$count(comments, eq(comments.collection, 'glossary'))).toBe(0);
  });

  it('of a removed user stay, under the address; what was in the inbox of that user goes', async () => {
    const item = await newFaq();
    const leaving = await app.signIn('leaving@example.com', 'editor');
    const isLeaving = eq(users.email, 'leaving@example.com');
    const [user] = await app.db.select().from(users).where(isLeaving);
    const id = user?.id ?? 0;
    await app.call('POST', at(item), { text: 'Mine' }, { cookie: leaving });
    await say('nora', item, { text: 'Look', mentions: [id] });
    expect(await app.db.$count(notices, eq(notices.userId, id))).toBe(1);
    expect((await app.asEditor('DELETE', `/api/users/${id}`)).status).toBe(200);
    expect((await as('vic')('GET', at(item))).body[0]).toMatchObject({
      text: 'Mine',
      authorId: null,
      authorEmail: 'leaving@example.com',
    });
    expect(await app.db.$count(notices, eq(notices.userId, id))).toBe(0);
  });
});

describe('the inbox', () => {
  it('tells of mentions and replies, once each and never of one’s own, and is read and unread', async () => {
    const item = await newFaq();
    await app.db.delete(notices);
    const first = await say('vic', item, {
      text: '@Nora, @Vic look',
      mentions: [ids.nora, ids.vic],
    });
    await say('eve', item, { text: 'I did', threadId: first.id });
    await say('nora', item, { text: '@Eve thanks', threadId: first.id, mentions: [ids.eve] });
    const kindsOf = async (name: string) =>
      (await inboxOf(name)).notices.map(({ kind }: { kind: string }) => kind);
    expect(await kindsOf('nora')).toEqual(['mention']);
    expect(await kindsOf('vic')).toEqual(['reply', 'reply']);
    expect(await kindsOf('eve')).toEqual(['mention']);

    const { unread, notices: told } = await inboxOf('vic');
    expect(unread).toBe(2);
    expect(told[0]).toMatchObject({
      title: 'What is a family office?',
      actorEmail: 'nora@example.com',
      commentId: expect.any(Number),
      text: '@Eve thanks',
      isRead: false,
      isThere: true,
    });
    const mark = (name: string, isRead: boolean) =>
      as(name)('PATCH', `/api/inbox/${told[0].id}`, { isRead });
    expect((await mark('nora', true)).status).toBe(404);
    await mark('vic', true);
    expect((await inboxOf('vic')).unread).toBe(1);
    await mark('vic', false);
    expect((await inboxOf('vic')).unread).toBe(2);
    await as('vic')('POST', '/api/inbox/read');
    expect((await inboxOf('vic')).unread).toBe(0);
    expect((await inboxOf('nora')).unread).toBe(1);

    const edit = { mentions: [ids.nora, ids.eve], text: '@Nora, @Eve look' };
    await as('vic')('PATCH', `/api/comments/${first.id}`, edit);
    expect(await kindsOf('eve')).toEqual(['mention', 'mention']);
    expect(await kindsOf('nora')).toEqual(['mention']);

    // What is done is no news.
    await as('eve')('PATCH', `/api/comments/${first.id}`, { isResolved: true });
    expect([(await inboxOf('nora')).unread, (await inboxOf('eve')).unread]).toEqual([0, 0]);

    await app.asEditor('DELETE', `/api/faq/${item.id}`);
    expect((await inboxOf('nora')).notices[0]).toMatchObject({
      title: 'What is a family office?',
      isThere: false,
    });
  });
});

describe('a long inbox', () => {
  it('has what is unread, however much was read since, and the newest stays above', async () => {
    const item = await newFaq();
    await app.db.delete(notices);
    const row = {
      userId: ids.vic ?? 0,
      kind: 'mention',
      collection: 'faq',
      itemId: item.id,
    } as const;
    await app.db.insert(notices).values({ ...row, title: 'Unread' });
    const read = Array.from({ length: 250 }, () => ({ ...row, title: 'Read', readAt: new Date() }));
    await app.db.insert(notices).values(read);
    const { unread, notices: told } = await inboxOf('vic');
    expect([unread, told.length]).toEqual([1, 200]);
    expect(told.filter(({ isRead }: { isRead: boolean }) => !isRead)).toHaveLength(1);
    const order = told.map(({ id }: { id: number }) => id);
    expect(order).toEqual(order.toSorted((a: number, b: number) => b - a));
  });
});

describe('a remark that names nobody', () => {
  it('reaches the writer of the draft, else of what is stored, and never its own author', async () => {
    const item = await newFaq();
    await as('nora')('PUT', `/api/faq/${item.id}`, { answer: 'Nora wrote this.' });
    await app.db.delete(notices);
    await say('vic', item, { text: 'Is this so?' });
    await say('nora', item, { text: 'To myself' });
    await as('eve')('PUT', `/api/faq/${item.id}/draft`, { answer: 'Eve drafts this.' });
    await say('vic', item, { text: 'And this?' });
    await say('vic', item, { text: '@Eve, this too', mentions: [ids.eve] });
    const told = async (name: string) =>
      (await inboxOf(name)).notices.map(({ kind, text }: { kind: string; text: string }) => [
        kind,
        text,
      ]);
    expect(await told('nora')).toEqual([['comment', 'Is this so?']]);
    expect(await told('eve')).toEqual([
      ['mention', '@Eve, this too'],
      ['comment', 'And this?'],
    ]);
    expect(await told('vic')).toEqual([]);
  });
});

describe('presence', () => {
  it('names who else has the item open, and ends in half a minute', async () => {
    const item = await newFaq();
    const beat = async (name: string) =>
      (await as(name)('PUT', '/api/presence', { type: 'faq', id: item.id })).body;
    expect(await beat('vic')).toEqual([]);
    expect(await beat('nora')).toEqual(['vic@example.com']);
    await app.connection.pool.query(`update presence set seen_at = now() - interval '31 seconds'`);
    expect(await beat('vic')).toEqual([]);
    // What is over is no row any more.
    expect(await app.db.$count(presence)).toBe(1);
    expect(await beat('nora')).toEqual(['vic@example.com']);
    expect((await as('vic')('PUT', '/api/presence', { type: 'nothing', id: 1 })).status).toBe(404);
  });

  it('is the same on every node', async () => {
    const { id } = await newFaq();
    const connection = connect(app.databaseUrl, { max: 2 });
    const { db } = connection;
    const options = { imageHosts: [], siteUrl: app.settings.SITE_URL };
    const content = createContent({ registry, sites: siteList }, db, options);
    const authenticate = createAuthenticator(db, app.settings.SITE_URL);
    const log = pino({ level: 'silent' });
    const other = createApp({ settings: app.settings, connection, content, log, authenticate });
    await as('vic')('PUT', '/api/presence', { type: 'faq', id });
    const response = await other.api.request('/api/presence', {
      method: 'PUT',
      headers: { cookie: cookies.nora ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'faq', id }),
    });
    expect(await response.json()).toEqual(['vic@example.com']);
    const onFirst = await as('vic')('PUT', '/api/presence', { type: 'faq', id });
    expect(onFirst.body).toEqual(['nora@example.com']);
    await connection.close();
  });
});

describe('your account', () => {
  it('holds one’s own name, which colleagues see, and leaves what is not named', async () => {
    const named = await as('vic')('PATCH', '/api/account', { firstName: 'Vic', lastName: 'Stone' });
    expect(named.body).toMatchObject({ firstName: 'Vic', lastName: 'Stone', wantsMail: true });
    await as('vic')('PATCH', '/api/account', { wantsMail: false });
    const people = (await as('nora')('GET', '/api/users')).body;
    expect(people.find(({ id }: { id: number }) => id === ids.vic)).toMatchObject({
      firstName: 'Vic',
      lastName: 'Stone',
    });
    const tooLong = await as('vic')('PATCH', '/api/account', { firstName: 'x'.repeat(101) });
    expect(tooLong.body.fields).toEqual({ firstName: 'A name has at most 100 characters' });
    const onTwoLines = await as('vic')('PATCH', '/api/account', { firstName: 'Vic\nBcc: all' });
    expect(onTwoLines.body.fields).toEqual({ firstName: 'Write the name on one line' });
    expect((await app.call('PATCH', '/api/account', { firstName: 'X' })).status).toBe(401);
  });
});
