import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp, type TestOptions } from '#testing/build-app.ts';
import { createFactories } from '#testing/factories.ts';

const apps: TestApp[] = [];
const open = async (options?: TestOptions) => {
  const app = await buildApp(options);
  apps.push(app);
  return app;
};
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

const search = async (app: TestApp, q: string) =>
  (await app.call('GET', `/api/search?q=${encodeURIComponent(q)}`)).body;

const listen = () => {
  const lines: Record<string, unknown>[] = [];
  const write: Writable['_write'] = (chunk, _encoding, done) => {
    lines.push(JSON.parse(String(chunk)));
    done();
  };
  return { lines, log: pino({}, new Writable({ write })) };
};

describe('in step with the content', () => {
  it('serves while it is being built, and says that there may be more', async () => {
    const app = await open({ data: 'starter' });
    app.content.searchIndex.start(pino({ level: 'silent' }));
    expect((await search(app, 'reporting')).isPartial).toBe(true);
    await expect.poll(async () => (await search(app, 'reporting')).isPartial).toBe(false);
    expect((await search(app, 'addepar')).best[0].title).toBe('Addepar');
  });

  it('what is withdrawn is gone with the next search, however much is withdrawn at once', async () => {
    const app = await open();
    const factory = createFactories(app);
    await app.db.execute(sql`insert into faq_entries (question, slug, answer, is_published)
      select 'Zanzibar ' || n, 'zanzibar-' || n, 'Text', true from generate_series(1, 300) n`);
    const other = await factory.create('faq', { question: 'Something else', slug: 'else' });
    expect((await search(app, 'zanzibar')).total).toBe(300);
    await app.db.execute(
      sql`update faq_entries set is_published = false, version = version + 1 where slug like 'zanzibar-%'`,
    );
    await app.asEditor('PUT', `/api/faq/${other.id}`, { answer: 'Another answer.' });
    expect((await search(app, 'zanzibar')).total).toBe(0);
  });

  it('has what a restored backup holds, also of items that have the same version there', async () => {
    const app = await open();
    const factory = createFactories(app);
    const one = await factory.create('faq', { question: 'Zanzibar?', slug: 'one' });
    const other = await factory.create('faq', { question: 'Something else', slug: 'else' });
    expect((await search(app, 'zanzibar')).total).toBe(1);
    await app.db.execute(sql`update faq_entries set question = 'Valparaiso?',
      updated_at = now() + interval '1 second' where id = ${one.id}`);
    await app.asEditor('PUT', `/api/faq/${other.id}`, { answer: 'Another answer.' });
    expect((await search(app, 'zanzibar')).total).toBe(0);
    expect((await search(app, 'valparaiso')).total).toBe(1);
  });

  it('reads a draft into what signed-in people find, and never into what visitors find', async () => {
    const app = await open();
    const factory = createFactories(app);
    const { id } = await factory.create('faq', { question: 'Who reads?', slug: 'who-reads' });
    await app.asEditor('PUT', `/api/faq/${id}/draft`, { answer: 'Every wombat reads.' });
    expect((await app.asEditor('GET', '/api/desk-search?q=wombat')).body).toHaveLength(1);
    expect((await search(app, 'wombat')).total).toBe(0);
    await app.asEditor('DELETE', `/api/faq/${id}/draft`);
    expect((await app.asEditor('GET', '/api/desk-search?q=wombat')).body).toEqual([]);
  });
});

describe('above the bound', () => {
  it('says so in one line and goes on with titles alone', async () => {
    const app = await open({ mostSearched: 2 });
    const factory = createFactories(app);
    for (const name of ['Quagga', 'Okapi', 'Tapir'])
      await factory.create('glossary', {
        term: name,
        slug: name.toLowerCase(),
        definition: 'A mammal of the plains.',
      });
    const { lines, log } = listen();
    app.content.searchIndex.start(log);
    expect((await search(app, 'okapi')).best[0].title).toBe('Okapi');
    expect((await search(app, 'mammal')).total).toBe(0);
    expect(lines).toMatchObject([
      { open: 3, most: 2, msg: expect.stringContaining('knows their titles alone') },
    ]);
  });
});

describe('hostile words', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildApp({ data: 'starter' });
    await search(app, 'report');
  });
  afterAll(() => app.close());

  it.each([
    ['10,000 letters', 'x'.repeat(10_000)],
    ['10,000 words', 'report '.repeat(10_000)],
    ['a megabyte of marks on one letter', `a${'\u0301'.repeat(500_000)}`],
    ['signs of patterns', '(a+)+$ [^]* .*?{1,9999} \\1 ^|$ '.repeat(300)],
    ['signs that stand for many words', '\ufdfa'.repeat(10_000)],
    ['words that are like many', 'reporing acounting portfolo consolidaton '.repeat(50)],
  ])('%s take no longer than half a second', async (_, q) => {
    const { search: site, searchIndex } = app.content;
    const began = performance.now();
    await site.search({ q, limit: 5 });
    await searchIndex.itemsHaving(q);
    expect(performance.now() - began).toBeLessThan(500);
  });
});
