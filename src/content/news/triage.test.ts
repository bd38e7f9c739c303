import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { measureLoop } from '#testing/measure-loop.ts';

let app: TestApp;

const SYNDICATED =
  'The custodian said on Tuesday that every family office can read its positions through the new interface, which replaces nightly files and costs nothing extra this year.';

const create = async (slug: string, more: object) => {
  const { status, body } = await app.asEditor('POST', '/api/news', {
    title: slug,
    slug,
    originalContent: 'Words of the original.',
    originalPublishedAt: '2026-11-10T08:00:00Z',
    ...more,
  });
  expect(status).toBe(201);
  return body.id;
};

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

it('answers 401 to an anonymous visitor', async () => {
  expect((await app.call('GET', '/api/news/stories?ids=1')).status).toBe(401);
  expect((await app.call('GET', '/api/news/sources')).status).toBe(401);
});

it('refuses more than 50 ids, and what is none', async () => {
  const many = Array.from({ length: 51 }, (_, at) => at + 1).join();
  for (const ids of [many, 'x', '', '0', '1,']) {
    const { status, body } = await app.asEditor('GET', `/api/news/stories?ids=${ids}`);
    expect([ids, status, body.fields.ids]).toEqual([
      ids,
      400,
      'Up to 50 ids, with commas between them',
    ]);
  }
});

it('finds the same story by address, by title and by text, and no other', async () => {
  const first = await create('first', {
    title: 'Custodian opens reporting interface to every office',
    originalUrl: 'https://wire.example/custodian?utm_source=rss',
    originalPublisher: 'Wire',
    excerpt: SYNDICATED,
  });
  const sameAddress = await create('same-address', {
    title: 'Positions in real time',
    originalUrl: 'https://www.wire.example/custodian/',
    originalPublisher: 'Mirror',
  });
  const sameTitle = await create('same-title', {
    title: 'Custodian opens its reporting interface to every family office',
    originalPublisher: 'Gazette',
  });
  const sameText = await create('same-text', {
    title: 'Nightly files end',
    originalPublisher: 'Herald',
    excerpt: `London. ${SYNDICATED}`,
  });
  const other = await create('other', {
    title: 'Custodian closes its London branch after forty years',
    originalPublisher: 'Gazette',
    excerpt:
      'Another story altogether, told in words that no other article on this desk has today.',
  });
  await create('long-ago', {
    title: 'Custodian opens reporting interface to every office',
    originalPublishedAt: '2025-11-10T08:00:00Z',
  });
  const { body } = await app.asEditor('GET', `/api/news/stories?ids=${first},${other}`);
  expect(body).toHaveLength(1);
  expect(body[0].id).toBe(first);
  expect(body[0].others).toEqual([
    { id: sameText, title: 'Nightly files end', publisher: 'Herald', status: 'draft' },
    {
      id: sameTitle,
      title: 'Custodian opens its reporting interface to every family office',
      publisher: 'Gazette',
      status: 'draft',
    },
    { id: sameAddress, title: 'Positions in real time', publisher: 'Mirror', status: 'draft' },
  ]);
});

it('counts what waits by source, and lists one source alone', async () => {
  const sources = await app.asEditor('GET', '/api/news/sources');
  expect(sources.body.feeds).toEqual([]);
  expect(sources.body.publishers).toEqual([
    { name: 'Gazette', waiting: 2 },
    { name: 'Herald', waiting: 1 },
    { name: 'Mirror', waiting: 1 },
    { name: 'Wire', waiting: 1 },
  ]);
  const { body } = await app.asEditor('GET', '/api/news?include_all_statuses=true&source=Gazette');
  expect(body.map(({ slug }: { slug: string }) => slug)).toEqual(['other', 'same-title']);
});

it('compares 2,000 articles of long excerpts without holding up other requests', async () => {
  await app.db.execute(sql`delete from news_articles where slug like 'long-%'`);
  const made = await app.db.execute<{ id: number }>(sql`insert into news_articles
      (title, slug, original_content, excerpt, status, published_on)
    select 'Title ' || md5(n::text), 'long-' || n, 'Words.',
      (select string_agg(substr(md5((n % 20 + word * 1000)::text), 1, 5), ' ') from generate_series(1, 320) word),
      'draft', '2024-01-01'::timestamptz + n * interval '1 minute'
    from generate_series(1, 2000) n returning id`);
  const ids = made.rows.slice(0, 50).map(({ id }) => id);
  const { result, ownMs } = await measureLoop(() =>
    app.asEditor('GET', `/api/news/stories?ids=${ids}`),
  );
  expect(result.body).toHaveLength(50);
  expect(ownMs).toBeLessThan(100);
});
