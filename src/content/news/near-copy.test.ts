import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetOld } from '#app/jobs/forget-old.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { type AiServer, startAiServer } from '#testing/servers/ai-server.ts';

const copied =
  'The custodian opens its reporting interface to every family office before the year ends. ';
const told =
  'From January on, families may read their positions straight from the bank, which asks nothing for it. ';

let ai: AiServer;
let app: TestApp;
let count = 0;

beforeAll(async () => {
  ai = await startAiServer();
  app = await buildApp({ settings: { AI_BASE_URL: ai.baseUrl, AI_MODEL: 'test-model' } });
  await app.asEditor('POST', '/api/style-guides', { name: 'House', prompt: 'Write plainly.' });
});
afterAll(async () => {
  await app.close();
  await ai.close();
});

const draftOf = (more: object = {}) => {
  count += 1;
  return {
    title: `Interface ${count}`,
    slug: `interface-${count}`,
    excerpt: 'What it says',
    originalContent: copied.repeat(6),
    ...more,
  };
};
const create = async (more: object = {}) =>
  (await app.asEditor('POST', '/api/news', draftOf(more))).body;
const load = async (id: number) => (await app.asEditor('GET', `/api/news/${id}`)).body;

const rewrite = async (id: number, content: string) => {
  const value = {
    title: 'Bank opens its data',
    content,
    excerpt: 'A bank opens its data.',
    category: 'Data',
    tags: ['data'],
    metaTitle: 'Bank opens its data',
    metaDescription: 'Families may read their positions.',
  };
  ai.next({ kind: 'object', value });
  await app.asEditor('POST', `/api/news/${id}/rewrite`);
};

/** A draft that the desk has rewritten into this text. */
const createRewritten = async (content: string): Promise<number> => {
  const { id } = await create();
  await rewrite(id, content);
  return id;
};

const TOO_CLOSE =
  'This text is too close to the original to be published. Edit or rewrite it, or confirm that you may publish it.';

describe('a near-copy of the original', () => {
  it('A5.27 is not published by saving it as published', async () => {
    const id = await createRewritten(copied.repeat(6));
    const { status, body } = await app.asEditor('PUT', `/api/news/${id}`, { status: 'published' });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      message: TOO_CLOSE,
      tooClose: true,
      overlap: 1,
    });
    expect((await load(id)).status).toBe('rewritten');
    const path = `/api/news/${id}?confirm=true`;
    expect((await app.asEditor('PUT', path, { status: 'published' })).body.status).toBe(
      'published',
    );
  });

  it('A5.27 is not published after going back to the text of the feed, and the record says so', async () => {
    const id = await createRewritten(told.repeat(6));
    expect((await load(id)).rewriteRecord).toMatchObject({ overlap: 0, tooClose: false });
    await app.asEditor('PUT', `/api/news/${id}`, { rewrittenContent: '' });
    expect((await load(id)).rewriteRecord).toMatchObject({ overlap: 1, tooClose: true });
    expect((await app.asEditor('POST', `/api/news/${id}/publish`)).status).toBe(409);
    expect((await app.asEditor('POST', `/api/news/${id}/publish?confirm=true`)).status).toBe(200);
  });

  it('A5.27 does not take the place of a text that is public', async () => {
    const id = await createRewritten(told.repeat(6));
    await app.asEditor('POST', `/api/news/${id}/publish`);
    const back = await app.asEditor('PUT', `/api/news/${id}`, { rewrittenContent: '' });
    expect(back.status).toBe(409);
    expect((await load(id)).rewrittenContent).toContain('From January on');
    const retitled = await app.asEditor('PUT', `/api/news/${id}`, { title: 'Another title' });
    expect(retitled.status).toBe(200);
  });

  it('A14.24 is not created as published', async () => {
    const draft = draftOf({ rewrittenContent: copied.repeat(5), status: 'published' });
    expect((await app.asEditor('POST', '/api/news', draft)).status).toBe(409);
    expect((await app.asEditor('POST', '/api/news?confirm=true', draft)).status).toBe(201);
  });

  it('A14.24 is not created as published from another publisher, without a feed or a rewrite', async () => {
    const named = { origin: 'publisher', originalUrl: 'https://wire.example/b' };
    const draft = draftOf({ ...named, status: 'published' });
    const refused = await app.asEditor('POST', '/api/news', draft);
    expect([refused.status, refused.body.tooClose]).toEqual([409, true]);
    const { id } = await create(named);
    const published = await app.asEditor('PUT', `/api/news/${id}`, { status: 'published' });
    expect(published.status).toBe(409);
    expect((await app.asEditor('POST', '/api/news?confirm=true', draft)).status).toBe(201);
  });

  it('A5.27 is measured against the page of its rewrite after a month, and after a later one failed', async () => {
    const page = { from: 'page', text: copied.repeat(6) };
    const { id } = await create({
      originalContent: 'Two lines of a feed.',
      rewrittenContent: told,
    });
    const insert = (error: string | null, source: object, days: number) =>
      app.connection.pool.query(
        `insert into jobs (name, subject, data, error, done_at)
         values ('rewrite', $1, $2, $3, now() - make_interval(days => $4))`,
        [id, { title: '', startedBy: null, steps: [], source }, error, days],
      );
    await insert(null, page, 31);
    await insert('It failed', { from: 'stored', text: 'Two lines of a feed.' }, 31);
    await createRewritten(told);
    await forgetOld(app.db);
    await app.asEditor('PUT', `/api/news/${id}`, { rewrittenContent: copied.repeat(6) });
    expect((await app.asEditor('POST', `/api/news/${id}/publish`)).status).toBe(409);
  });

  it('A5.27 does not come back from the history in place of a text that is public', async () => {
    const id = await createRewritten(copied.repeat(6));
    await app.asEditor('POST', `/api/news/${id}/publish?confirm=true`);
    await app.asEditor('PUT', `/api/news/${id}`, { rewrittenContent: told.repeat(6) });
    const { body: history } = await app.asEditor('GET', `/api/revisions/news/${id}`);
    const path = `/api/revisions/news/${id}/${history[0].id}/restore`;
    expect((await app.asEditor('POST', path)).body.tooClose).toBe(true);
    expect((await app.asEditor('POST', `${path}?confirm=true`)).body.status).toBe('published');
  });

  it('A5.27 does not become our own by a word in the form, at once or in two steps', async () => {
    const named = { origin: 'publisher', originalUrl: 'https://wire.example/c' };
    const atOnce = await create(named);
    const body = { origin: 'own', status: 'published' };
    expect((await app.asEditor('PUT', `/api/news/${atOnce.id}`, body)).status).toBe(409);
    const fed = await create({ originalGuid: 'wire-2' });
    const unfed = { ...body, originalGuid: null };
    expect((await app.asEditor('PUT', `/api/news/${fed.id}`, unfed)).status).toBe(409);
    const { id } = await create(named);
    expect((await app.asEditor('PUT', `/api/news/${id}`, { origin: 'own' })).status).toBe(200);
    expect((await app.asEditor('POST', `/api/news/${id}/publish`)).status).toBe(409);
    await app.asEditor('PUT', `/api/news/${id}`, { originalContent: told.repeat(6) });
    expect((await app.asEditor('POST', `/api/news/${id}/publish`)).status).toBe(200);
  });

  it('A5.27 is not published by a file or a schedule either', async () => {
    const id = await createRewritten(copied.repeat(6));
    const imported = await app.api.request('/api/news/import', {
      method: 'POST',
      headers: { cookie: app.cookie, 'content-type': 'text/csv' },
      body: `id,status\n${id},published\n`,
    });
    expect([imported.status, (await imported.json()).refused]).toEqual([400, 1]);
    const at = { publishAt: '2030-12-03T09:00:00Z' };
    const planned = await app.asEditor('POST', `/api/news/${id}/schedule`, at);
    expect([planned.status, planned.body.tooClose]).toEqual([409, true]);
    expect((await load(id)).status).toBe('rewritten');
  });

  it('A5.27 is known by the text that a feed brought, whatever stands there later', async () => {
    const { id } = await create({ originalGuid: 'wire-1' });
    expect((await app.asEditor('POST', `/api/news/${id}/publish`)).status).toBe(409);
    await app.asEditor('PUT', `/api/news/${id}`, { originalContent: told.repeat(6) });
    expect((await app.asEditor('POST', `/api/news/${id}/publish`)).status).toBe(200);
    const back = { originalContent: copied.repeat(6) };
    expect((await app.asEditor('PUT', `/api/news/${id}`, back)).status).toBe(409);
  });
});

describe('a copy in disguise, among other words', () => {
  const sentences = [
    copied,
    told,
    'Analysts had waited for it since the spring conference in Basel. ',
  ];
  const source = [...sentences, ...sentences.map((one) => `Then ${one}`)].join('');
  const ownWords = Array.from({ length: 600 }, (_, index) => `own${index * 7919}`).join(' ');
  const disguised = `${ownWords} ${source.replace(/o/g, 'о').replace(/e/g, 'e\u200b')}`;
  const own = { originalContent: source, originalGuid: 'wire-9', rewrittenContent: ownWords };
  const refused = async (answer: Promise<{ status: number; body: { tooClose?: boolean } }>) => {
    const { status, body } = await answer;
    return [status, body.tooClose];
  };

  it('A5.27 is refused when it is saved, created, planned or published from a draft', async () => {
    const { id } = await create(own);
    const copy = { rewrittenContent: disguised };
    const published = { ...copy, status: 'published' };
    expect(await refused(app.asEditor('PUT', `/api/news/${id}`, published))).toEqual([409, true]);
    const created = app.asEditor('POST', '/api/news', draftOf({ ...own, ...published }));
    expect(await refused(created)).toEqual([409, true]);
    await app.asEditor('POST', `/api/news/${id}/publish`);
    await app.asEditor('PUT', `/api/news/${id}/draft`, copy);
    const at = { publishAt: '2030-12-03T09:00:00Z' };
    expect(await refused(app.asEditor('POST', `/api/news/${id}/schedule`, at))).toEqual([
      409,
      true,
    ]);
    const publishing = app.asEditor('POST', `/api/news/${id}/draft/publish`);
    expect(await refused(publishing)).toEqual([409, true]);
    expect((await load(id)).rewrittenContent).toBe(ownWords);
  });

  it('A5.27 is refused from a file', async () => {
    const { id } = await create(own);
    const imported = await app.api.request('/api/news/import', {
      method: 'POST',
      headers: { cookie: app.cookie, 'content-type': 'text/csv' },
      body: `id,status,rewrittenContent\n${id},published,"${disguised}"\n`,
    });
    expect([imported.status, (await imported.json()).refused]).toEqual([400, 1]);
    expect((await load(id)).status).toBe('draft');
  });

  it('A5.27 is asked about when it is published with others, and holds all of them back until then', async () => {
    const copy = await create(own);
    await app.asEditor('PUT', `/api/news/${copy.id}`, { rewrittenContent: disguised });
    const other = await create({ origin: 'own' });
    const drafts = [
      { collection: 'news', id: other.id, version: 1 },
      { collection: 'news', id: copy.id, version: 2 },
    ];
    const answer = await app.asEditor('POST', '/api/drafts/publish', { drafts });
    expect([answer.status, answer.body.confirm]).toEqual([409, 'Publish anyway']);
    expect(answer.body.problems).toMatchObject([{ id: copy.id, reason: TOO_CLOSE }]);
    expect((await load(other.id)).status).toBe('draft');
    const sure = await app.asEditor('POST', '/api/drafts/publish?confirm=true', { drafts });
    expect([sure.status, (await load(copy.id)).status]).toEqual([200, 'published']);
  });

  it('A5.27 goes out by schedule only where the person who scheduled it confirmed it', async () => {
    const confirmed = await createRewritten(copied.repeat(6));
    const asked = await createRewritten(told.repeat(6));
    const at = { publishAt: new Date(Date.now() + 60_000).toISOString() };
    for (const path of [`${confirmed}/schedule?confirm=true`, `${asked}/schedule`])
      expect((await app.asEditor('POST', `/api/news/${path}`, at)).status).toBe(200);
    // The page of the original was read once more, and holds what was taken for our own words.
    await app.db.execute(
      sql`update jobs set data = jsonb_set(data::jsonb, '{source,text}', ${JSON.stringify(told.repeat(6))}::jsonb)
          where name = 'rewrite' and subject = ${String(asked)}`,
    );
    await app.runJobs(new Date(Date.now() + 120_000));
    expect((await load(confirmed)).status).toBe('published');
    expect((await load(asked)).status).toBe('rewritten');
    const entries = (await app.asEditor('GET', '/api/schedule')).body;
    const failed = entries.find(({ itemId }: { itemId: number }) => itemId === asked);
    expect([failed.state, failed.problem]).toEqual(['failed', TOO_CLOSE]);
  });

  it('A5.27 comes back from the trash only when that is confirmed', async () => {
    const { id } = await create(own);
    const copy = { rewrittenContent: disguised, status: 'published' };
    await app.asEditor('PUT', `/api/news/${id}?confirm=true`, copy);
    await app.asEditor('DELETE', `/api/news/${id}`);
    const { body: trash } = await app.asEditor('GET', '/api/trash');
    const path = `/api/trash/${trash[0].id}/restore`;
    expect(await refused(app.asEditor('POST', path))).toEqual([409, true]);
    expect((await app.asEditor('GET', `/api/news/${id}`)).status).toBe(404);
    expect((await app.asEditor('POST', `${path}?confirm=true`)).status).toBe(200);
    expect((await load(id)).status).toBe('published');
  });

  it('A5.27 is not found where a sentence is quoted', async () => {
    const { id } = await create({ ...own, rewrittenContent: `${ownWords} “${copied.trim()}”` });
    expect((await app.asEditor('POST', `/api/news/${id}/publish`)).status).toBe(200);
  });
});

describe('a piece of our own', () => {
  it('A14.27 is published without a question and needs no original URL', async () => {
    const { id } = await create({ origin: 'own' });
    expect((await app.asEditor('POST', `/api/news/${id}/publish`)).status).toBe(200);
  });

  it('A5.16 from another publisher an article needs its original URL', async () => {
    const { status, body } = await app.asEditor(
      'POST',
      '/api/news',
      draftOf({ origin: 'publisher' }),
    );
    expect([status, body.fields]).toEqual([400, { originalUrl: 'Original URL is required' }]);
    const { id } = await create({ origin: 'publisher', originalUrl: 'wire.example/a' });
    expect((await load(id)).originalUrl).toBe('https://wire.example/a');
    const cleared = await app.asEditor('PUT', `/api/news/${id}`, { originalUrl: '' });
    expect(cleared.body.fields).toEqual({ originalUrl: 'Original URL is required' });
    const own = await app.asEditor('PUT', `/api/news/${id}`, { origin: 'own', originalUrl: '' });
    expect(own.status).toBe(200);
  });
});
