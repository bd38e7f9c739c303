import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '#platform/env.server.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';
import { type LoopbackServer, startLoopback } from '#testing/servers/loopback.ts';
import { createHostTurns } from './host-turns.server.ts';
import { runLinkChecks } from './run-checks.server.ts';

const DAY = 86_400_000;

/** A clock that stands still between sleeps. */
const createClock = (start: number) => {
  let now = start;
  return {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
    turn: (ms: number) => {
      now += ms;
    },
  };
};

interface Page {
  status?: number;
  title?: string;
  headers?: Record<string, string>;
  /** Refuses HEAD, or drops the connection. */
  noHead?: boolean;
  hangsUp?: 'on HEAD' | 'always';
}

let app: TestApp;
let factory: Factories;
let outside: LoopbackServer;
let elsewhere: LoopbackServer;
const pages = new Map<string, Page>();
let asked: { path: string; method: string; at: number }[] = [];
const clock = createClock(Date.now() + DAY);

beforeAll(async () => {
  const show = (prefix: string) =>
    startLoopback((request, response) => {
      const path = `${prefix}${request.url}`;
      const { method = '' } = request;
      asked.push({ path, method, at: clock.now() });
      const page = pages.get(path) ?? { status: 404 };
      const { hangsUp } = page;
      if (hangsUp === 'always' || (hangsUp && method === 'HEAD')) return void response.destroy();
      const isRefused = page.noHead === true && method === 'HEAD';
      const status = isRefused ? 405 : (page.status ?? 200);
      response
        .writeHead(status, { 'content-type': 'text/html', ...page.headers })
        .end(`<title>${page.title ?? 'A page'}</title>`);
    });
  [outside, elsewhere] = await Promise.all([show(''), show('elsewhere')]);
  app = await buildApp({
    settings: { FETCH_ALLOW_HOSTS: `${outside.hostPort},${elsewhere.hostPort}` },
  });
  factory = createFactories(app);
});
afterAll(async () => {
  await app.close();
  await outside.close();
  await elsewhere.close();
});
beforeEach(() => {
  asked = [];
});

const run = () =>
  runLinkChecks(
    {
      settings: app.settings,
      connection: app.connection,
      content: app.content,
      log: pino({ level: 'silent' }),
    },
    { fetch: guardedFetch, turns: createHostTurns(clock) },
  );

const name = async (path: string) => {
  const url = `${outside.url}${path}`;
  const item = await factory.create('faq', { answer: `See [the source](${url}).` });
  return { url, id: item.id };
};

const find = async (url: string) => {
  const { body } = await app.asEditor('GET', `/api/link-checks?q=${encodeURIComponent(url)}`);
  return body.find((check: { url: string }) => check.url === url);
};

describe('the link check', () => {
  it('follows what content names, in every kind of field, with the place', async () => {
    const vendor = await factory.create('vendors', {
      name: 'Linked',
      slug: 'linked',
      website: 'https://linked.example/',
      about: 'See https://en.example/wiki/A_(b), [two](https://two.example/x?a=1#top).',
      sources: [{ field: 'founded', value: '2001', url: 'https://source.example/founded' }],
      clearbitLogoUrl: 'https://logo.clearbit.com/linked.example',
      g2Url: 'http://localhost:3000/vendors/other',
    });
    const { body } = await app.asEditor('GET', '/api/link-checks?limit=100');
    expect(body.map(({ url, state }: { url: string; state: string }) => [url, state])).toEqual([
      ['https://en.example/wiki/A_(b)', 'unchecked'],
      ['https://linked.example/', 'unchecked'],
      ['https://source.example/founded', 'unchecked'],
      ['https://two.example/x?a=1#top', 'unchecked'],
    ]);
    expect(body[2]).toMatchObject({
      useCount: 1,
      usedIn: [{ collection: 'vendors', id: vendor.id, title: 'Linked', fields: ['Sources'] }],
    });
    await app.asEditor('PUT', `/api/vendors/${vendor.id}`, { about: '', sources: [] });
    expect((await find('https://two.example/x?a=1#top')).usedIn).toEqual([]);
    await app.asEditor('DELETE', `/api/vendors/${vendor.id}`);
    await run();
    expect((await app.asEditor('GET', '/api/link-checks')).body).toEqual([]);
  });

  it('tells ok, moved and blocked apart, asks HEAD before GET, and one request every 2 s', async () => {
    pages.set('/fine', { title: 'Fine' });
    pages.set('/no-head', { noHead: true });
    pages.set('/old', { status: 301, headers: { location: '/new' } });
    pages.set('/new', { title: 'New' });
    for (const status of [401, 403, 429]) pages.set(`/closed-${status}`, { status });
    const names = ['/fine', '/no-head', '/old', '/closed-401', '/closed-403', '/closed-429'];
    const urls = await Promise.all(names.map(name));
    await run();
    const states = await Promise.all(urls.map(async ({ url }) => (await find(url)).state));
    expect(states).toEqual(['ok', 'ok', 'moved', 'blocked', 'blocked', 'blocked']);
    expect((await find(urls[2]?.url ?? '')).movedTo).toBe(`${outside.url}/new`);
    expect(asked.filter(({ path }) => path === '/fine').map(({ method }) => method)).toEqual([
      'HEAD',
      'GET',
    ]);
    const direct = asked.filter(({ path }) => path !== '/new').map(({ at }) => at);
    const gaps = direct.slice(1).map((at, index) => at - (direct[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2000);
    const lastLine = async () => (await app.asEditor('GET', '/api/activity?limit=1')).body[0];
    const line = { action: 'job done', actorEmail: null, title: 'Link checks' };
    expect(await lastLine()).toMatchObject({ ...line, details: { links: 6 } });
    // Nothing is due again at once, and a title that is known is not read again.
    asked = [];
    await run();
    expect(asked).toEqual([]);
    clock.turn(15 * DAY);
    await run();
    expect(asked.filter(({ path }) => path === '/fine').map(({ method }) => method)).toEqual([
      'HEAD',
    ]);
  });

  it('asks GET of a server that hangs up on HEAD, in its turn, and calls nothing dead before', async () => {
    pages.set('/hangs-up', { hangsUp: 'on HEAD' });
    pages.set('/silent', { hangsUp: 'always' });
    const alive = await name('/hangs-up');
    const silent = await name('/silent');
    await run();
    expect(await find(alive.url)).toMatchObject({ state: 'ok', failures: 0 });
    expect(await find(silent.url)).toMatchObject({
      state: 'failing',
      failures: 1,
      reason: 'The host closed the connection',
    });
    const tries = asked.filter(({ path }) => path === '/hangs-up' || path === '/silent');
    expect(tries.map(({ method }) => method)).toEqual(['HEAD', 'GET', 'HEAD', 'GET']);
    const gaps = tries.slice(1).map(({ at }, index) => at - (tries[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2000);
    pages.set('/silent', {});
  });

  it('leaves a host alone for as long as it asks', async () => {
    pages.set('/busy', { status: 429, headers: { 'retry-after': '3600' } });
    pages.set('/busy-too', {});
    const busy = await name('/busy');
    const next = await name('/busy-too');
    clock.turn(DAY);
    await run();
    expect((await find(busy.url)).state).toBe('blocked');
    expect([(await find(next.url)).state, asked.at(-1)?.path]).toEqual(['unchecked', '/busy']);
    clock.turn(3_600_000);
    await run();
    expect((await find(next.url)).state).toBe('ok');
    pages.set('/busy', {});
  });

  it('calls a link dead after three failures over seven days, and never sooner', async () => {
    const { url } = await name('/gone');
    const seen: [string, number][] = [];
    for (let check = 0; check < 3; check += 1) {
      await run();
      const { state, failures } = await find(url);
      seen.push([state, failures]);
      clock.turn(3.5 * DAY);
    }
    expect(seen).toEqual([
      ['failing', 1],
      ['failing', 2],
      ['dead', 3],
    ]);
    expect((await find(url)).reason).toBe('It answered 404');
    pages.set('/gone', {});
    clock.turn(DAY);
    await run();
    expect(await find(url)).toMatchObject({ state: 'ok', failures: 0, failingSince: null });
  });

  it('tells a domain that changed hands from one that moved', async () => {
    pages.set('/sold', { title: 'Family ledger' });
    pages.set('/renamed', { title: 'The same people' });
    const sold = await name('/sold');
    const renamed = await name('/renamed');
    await run();
    for (const path of ['/sold', '/renamed']) {
      const location = `${elsewhere.url}${path}`;
      pages.set(path, { status: 302, headers: { location } });
    }
    pages.set('elsewhere/sold', { title: 'Casino' });
    pages.set('elsewhere/renamed', { title: 'The same people' });
    clock.turn(15 * DAY);
    await run();
    const found = await find(sold.url);
    expect(found.state).toBe('changed-hands');
    expect(found.reason).toMatch(/^It was "Family ledger" at 127.+ and is "Casino" at 127/);
    expect((await find(renamed.url)).state).toBe('moved');
  });

  it('replaces an address everywhere, with history, and checks one now', async () => {
    const from = `${outside.url}/replace`;
    const to = `${outside.url}/better`;
    const one = await factory.create('faq', {
      answer: `[a](${from}), [b](${from}/deeper) and ${from}.`,
    });
    const two = await factory.create('vendors', {
      slug: 'replaced',
      website: from,
      sources: [{ field: 'founded', value: '2001', url: from }],
    });
    const send = (body: object) => app.asEditor('POST', '/api/link-checks/replace', body);
    expect((await send({ url: from, to: '/inner' })).body.fields).toEqual({
      to: 'Give an http(s) address',
    });
    expect((await send({ url: from, to })).body).toEqual({ changed: 2 });
    expect((await app.asEditor('GET', `/api/faq/${one.id}`)).body.answer).toBe(
      `[a](${to}), [b](${from}/deeper) and ${to}.`,
    );
    const { body } = await app.asEditor('GET', `/api/vendors/${two.id}`);
    expect([body.website, body.sources[0].url, body.version]).toEqual([to, to, 2]);
    const [revision] = (await app.asEditor('GET', `/api/revisions/vendors/${two.id}`)).body;
    expect(revision).toMatchObject({ userEmail: 'editor@example.com', data: { website: from } });
    pages.set('/better', { title: 'Better' });
    const checked = await app.asEditor('POST', '/api/link-checks/check', { url: to });
    expect(checked.body).toMatchObject({ state: 'ok', useCount: 3 });
    const [line] = (await app.asEditor('GET', '/api/activity?limit=1')).body;
    expect([line.action, line.title]).toEqual(['link checked', to]);
    expect((await send({ url: 'https://nobody.example/', to })).status).toBe(404);
  });

  it('forgets what items named that went by another way than the writer', async () => {
    const { id } = await factory.create('faq', { answer: 'See https://left-over.example/.' });
    await app.db.execute(`delete from faq_entries where id = ${id}`);
    expect((await find('https://left-over.example/')).useCount).toBe(1);
    await run();
    expect(await find('https://left-over.example/')).toBeUndefined();
  });

  it('tells after a save which inner links lead nowhere, by field', async () => {
    await factory.create('glossary', { slug: 'there', isPublished: true });
    const { id } = await factory.create('faq', {
      answer:
        'See [a](/glossary/there), [b](/glossary/not-there#x), [c](/vendors) and [d](//x.example).',
    });
    const { body } = await app.asEditor('GET', `/api/faq/${id}/broken-links`);
    expect(body).toEqual([{ field: 'answer', label: 'Answer', path: '/glossary/not-there' }]);
    expect((await app.asEditor('GET', '/api/faq/999999/broken-links')).status).toBe(404);
    expect((await app.asEditor('GET', '/api/nothing/1/broken-links')).status).toBe(404);
  });

  it('reads the sections of an item for inner links, and the draft over it where that was saved', async () => {
    const section = (content: string) => ({ id: 'a', title: 'A', content, order: 1 });
    const { id } = await factory.create('use-cases', {
      isPublished: true,
      contentSections: [section('See [a](/faq/no-such-thing-at-all).')],
    });
    const path = `/api/use-cases/${id}/broken-links`;
    const stored = {
      field: 'contentSections',
      label: 'Sections',
      path: '/faq/no-such-thing-at-all',
    };
    expect((await app.asEditor('GET', path)).body).toEqual([stored]);
    expect((await app.asEditor('GET', `${path}?of=draft`)).status).toBe(404);
    const draft = { contentSections: [section('Fine.')], overview: 'See [b](/glossary/nor-this).' };
    expect((await app.asEditor('PUT', `/api/use-cases/${id}/draft`, draft)).status).toBe(200);
    expect((await app.asEditor('GET', `${path}?of=draft`)).body).toEqual([
      { field: 'overview', label: 'Overview', path: '/glossary/nor-this' },
    ]);
    expect((await app.asEditor('GET', path)).body).toEqual([stored]);
  });

  it('lets each redirect wait for the turn of its host', async () => {
    pages.set('/chain-1', { status: 301, headers: { location: '/chain-2' } });
    pages.set('/chain-2', { status: 302, headers: { location: '/chain-3' } });
    pages.set('/chain-3', { title: 'Here' });
    await factory.create('faq', { answer: `See ${outside.url}/chain-1.` });
    await run();
    const ours = asked.filter(({ path }) => /^\/chain-/.test(path));
    expect(ours.map(({ path }) => path).slice(0, 3)).toEqual(['/chain-1', '/chain-2', '/chain-3']);
    const gaps = ours.slice(1).map(({ at }, index) => at - (ours[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2000);
    expect((await find(`${outside.url}/chain-1`)).movedTo).toBe(`${outside.url}/chain-3`);
  });

  it('is checked at night in production, and never where the setting is empty or nothing is in production', async () => {
    const cronOf = (env: Record<string, string>) => readSettings(env).LINK_CHECK_CRON;
    expect(cronOf({ NODE_ENV: 'production' })).toBe('0 3 * * *');
    expect(cronOf({ NODE_ENV: 'production', LINK_CHECK_CRON: '' })).toBe('');
    expect(cronOf({ NODE_ENV: 'test' })).toBe('');
    expect(cronOf({ NODE_ENV: 'development' })).toBe('');
    expect(cronOf({ NODE_ENV: 'test', LINK_CHECK_CRON: '0 4 * * *' })).toBe('0 4 * * *');
    expect(() => cronOf({ LINK_CHECK_CRON: 'at night' })).toThrow(/LINK_CHECK_CRON/);
    const next = async () => (await app.asEditor('GET', '/api/link-checks/schedule')).body.nextAt;
    await app.runJobs();
    expect(await next()).toBeNull();
    await app.runJobs(undefined, { LINK_CHECK_CRON: '0 3 * * *' });
    expect(new Date(await next()).getHours()).toBe(3);
  });

  it('is for editors', async () => {
    expect((await app.call('GET', '/api/link-checks')).status).toBe(401);
    const known = await find(`${outside.url}/better`);
    expect((await app.asEditor('GET', '/api/link-checks?state=ok')).body).toContainEqual(known);
    expect((await app.asEditor('GET', '/api/link-checks?state=odd')).status).toBe(400);
  });
});
