import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { type Served, serve } from '#testing/serve.ts';

const fillNews = (count: number) => sql`
  insert into news_articles (title, slug, original_content, rewritten_content, original_url, status, published_on)
  select 'Report ' || n, 'report-' || n, 'Words of the publisher ' || n, 'Our words ' || n,
    'https://publisher.example/' || n, 'published', now() - n * interval '1 minute'
  from generate_series(1, ${count}::int) as n`;

describe('a list that is longer than a response', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildApp();
    await app.db.execute(fillNews(1203));
    await app.db.execute(sql`insert into search_terms (term) select 'term ' || n
      from generate_series(1, 501) as n`);
  });
  afterAll(() => app.close());

  it('answers 500 items, says how many there are, and where the next are', async () => {
    const seen: number[] = [];
    const parts: number[] = [];
    let path: string | undefined = '/api/news?unknown=1&view=card';
    while (path) {
      const { body, headers } = await app.call('GET', path);
      expect(headers.get('x-total-count')).toBe('1203');
      parts.push(body.length);
      seen.push(...body.map(({ id }: { id: number }) => id));
      path = headers.get('link')?.match(/^<(.+)>; rel="next"$/)?.[1];
      if (parts.length === 1) expect(path).toBe('/api/news?view=card&limit=500&offset=500');
    }
    expect(parts).toEqual([500, 500, 203]);
    expect(new Set(seen).size).toBe(1203);
  });

  it('answers the part that is asked for, to editors too', async () => {
    const part = await app.asEditor('GET', '/api/news?limit=2&offset=1201&q=report');
    expect([part.body.length, part.headers.get('link')]).toEqual([2, null]);
    expect((await app.call('GET', '/api/news?limit=501')).status).toBe(400);
    const terms = await app.asEditor('GET', '/api/search-terms');
    expect([terms.body.length, terms.headers.get('x-total-count')]).toEqual([500, '501']);
    const behind = await app.call('GET', '/api/news?offset=5000');
    expect([behind.body, behind.headers.get('x-total-count')]).toEqual([[], '1203']);
  });

  it('says so in the OpenAPI document', async () => {
    const { body } = await app.call('GET', '/api/openapi.json');
    const { parameters, responses } = body.paths['/api/news'].get;
    const limit = parameters.find(({ name }: { name: string }) => name === 'limit');
    expect(limit.schema.maximum).toBe(500);
    const { anyOf } = responses['200'].content['application/json'].schema;
    expect(anyOf.map(({ maxItems }: { maxItems: number }) => maxItems)).toEqual([500, 500]);
    expect(Object.keys(responses['200'].headers)).toEqual(['X-Total-Count', 'Link']);
  });

  it("keeps another publisher's text from anonymous visitors, in lists, details and the feed", async () => {
    const { body: list } = await app.call('GET', '/api/news?limit=3');
    expect(list.map((item: { originalContent: unknown }) => item.originalContent)).toEqual([
      null,
      null,
      null,
    ]);
    const one = await app.call('GET', '/api/news/report-1');
    expect(one.body).toMatchObject({ originalContent: null, rewriteRecord: null });
    expect(one.body.html).toEqual({ rewrittenContent: '<p>Our words 1</p>' });
    const mine = await app.asEditor('GET', '/api/news/report-1');
    expect(mine.body.html.originalContent).toBe('<p>Words of the publisher 1</p>');
    await app.db.execute(
      sql`update news_articles set rewritten_content = null where slug = 'report-1'`,
    );
    const feed = await (await app.api.request('/feed.xml')).text();
    expect(feed).toContain('Our words 2');
    expect(feed).not.toContain('<p>Words of the publisher');
  });

  it('P14.12 hands over the finished text of an article that was published as it came', async () => {
    const { id } = (await app.call('GET', '/api/news/report-3')).body;
    await app.asEditor('PUT', `/api/news/${id}`, { rewrittenContent: '' });
    const { body } = await app.call('GET', '/api/news/report-3');
    expect(body.originalContent).toBeNull();
    expect(body.html).toEqual({ originalContent: '<p>Words of the publisher 3</p>' });
  });
});

describe('parameters that a call does not know', () => {
  let site: Served;
  beforeAll(async () => {
    site = await serve();
  });
  afterAll(() => site.close());

  it('are no new cache entry', async () => {
    const plain = await site.get('/api/vendors');
    const { size } = site.cache;
    for (const path of ['/api/vendors?x=1', '/api/vendors?x=2&x=3', '/api/vendors?%78=%00']) {
      const { headers, body } = await site.get(path);
      expect([headers['x-cache'], body.equals(plain.body)]).toEqual(['hit', true]);
    }
    await site.get('/api/vendors/addepar?x=1');
    expect((await site.get('/api/vendors/addepar?limit=3')).headers['x-cache']).toBe('hit');
    expect(site.cache.size).toBe(size + 1);
  });

  it('leave those that it knows at work', async () => {
    const part = await site.get('/api/vendors?x=1&limit=2');
    expect(JSON.parse(part.text)).toHaveLength(2);
    expect((await site.get('/api/vendors?limit=2&y=1')).headers['x-cache']).toBe('hit');
    expect(part.headers.link).toBe('</api/vendors?limit=2&offset=2>; rel="next"');
  });
});
