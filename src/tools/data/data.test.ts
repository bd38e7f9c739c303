import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureLoop } from '#testing/measure-loop.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';

describe('the open data', () => {
  let site: TestSite;
  let vendorId: number;
  let coverageId: number;
  const fetchText = async (path: string) => {
    const response = await site.api.request(path);
    return { response, text: await response.text() };
  };

  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
    const add = async (name: string, body: object) =>
      (await site.asEditor('POST', `/api/${name}`, body)).body.id;
    await add('vendors', { name: 'Draft', slug: 'draft-vendor', isPublished: false });
    vendorId = await add('vendors', {
      name: '=Formula, "Inc"',
      slug: 'ours',
      markets: ['Europe', 'Asia'],
      alternativeChoices: [{ vendor: 'draft-vendor', choice: 'pin', reason: 'secret choice' }],
    });
    const featureId = await add('features', { name: 'Ledger', slug: 'ledger', category: 'Books' });
    coverageId = await add('coverage', {
      vendorId,
      featureId,
      level: 'documented',
      finding: 'Its page says so.',
      url: 'https://example.com/page',
      publisher: 'vendor',
      checkedOn: '2026-11-15',
      checkedBy: 'Research desk',
    });
  });
  afterAll(() => site.close());

  it('holds vendors, features and coverage as CSV, harmless in a spreadsheet', async () => {
    const { response, text } = await fetchText('/data/vendors.csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, row, ...rest] = text.split('\r\n');
    expect(head).toContain('slug,name,description,website,ownership');
    expect(row).toContain(`ours,"'=Formula, ""Inc"""`);
    expect(row).toContain('Europe; Asia');
    expect(rest).toEqual(['']);
    expect((await fetchText('/data/features.csv')).text).toBe(
      'slug,name,category,description\r\nledger,Ledger,Books,\r\n',
    );
    expect((await fetchText('/data/coverage.csv')).text).toBe(
      'vendor,feature,level,finding,url,publisher,rank,pageDate,note,checkedOn,checkedBy,readIn,quote,foundWith,quoteState,quoteSince\r\nours,ledger,documented,Its page says so.,https://example.com/page,vendor,first hand,,,2026-11-15,Research desk,stored copy,,,,\r\n',
    );
  });

  it('holds the same as JSON', async () => {
    expect(JSON.parse((await fetchText('/data/coverage.json')).text)).toEqual([
      {
        vendor: 'ours',
        feature: 'ledger',
        level: 'documented',
        finding: 'Its page says so.',
        url: 'https://example.com/page',
        publisher: 'vendor',
        rank: 'first hand',
        pageDate: null,
        note: null,
        checkedOn: '2026-11-15',
        checkedBy: 'Research desk',
        readIn: 'stored copy',
        quote: null,
        foundWith: null,
        quoteState: null,
        quoteSince: null,
      },
    ]);
    const [vendor] = JSON.parse((await fetchText('/data/vendors.json')).text);
    expect([vendor.slug, vendor.markets]).toEqual(['ours', ['Europe', 'Asia']]);
  });

  it('PROMISE 5 has nothing in it that a reader does not see', async () => {
    for (const file of ['vendors', 'features', 'coverage']) {
      for (const format of ['csv', 'json']) {
        const { text } = await fetchText(`/data/${file}.${format}`);
        for (const secret of ['draft-vendor', 'secret choice', 'displayOrder'])
          expect(text).not.toContain(secret);
      }
    }
  });

  it('is the same file until a change, which a client may ask about by its tag', async () => {
    for (const path of ['/data/vendors.csv', '/data/coverage.json', '/data/datapackage.json']) {
      const first = await site.api.request(path);
      expect(first.headers.get('cache-control')).toBe(
        'public, max-age=0, must-revalidate, s-maxage=0',
      );
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
      const ask = (tag: string) => site.api.request(path, { headers: { 'if-none-match': tag } });
      const again = await ask(`"other", ${etag}`);
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([
        304,
        '',
        etag,
      ]);
      expect((await ask('"other"')).status).toBe(200);
    }
    const tag = async () => (await site.api.request('/data/vendors.csv')).headers.get('etag');
    const before = await tag();
    await site.asEditor('PUT', `/api/vendors/${vendorId}`, { headquarters: 'Zug' });
    expect(await tag()).not.toBe(before);
  });

  it('is compressed for those who can read that', async () => {
    const response = await site.api.request('/data/vendors.csv', {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await response.arrayBuffer()).toString()).toContain('ours');
    for (const header of ['gzip;q=0', 'br, gzip;q=0, *', 'br', 'identity']) {
      const plain = await site.api.request('/data/vendors.csv', {
        headers: { 'accept-encoding': header },
      });
      expect([header, plain.headers.get('content-encoding')]).toEqual([header, null]);
      expect(await plain.text()).toContain('ours');
    }
  });

  it('is described as a Data Package with license and date', async () => {
    const described = JSON.parse((await fetchText('/data/datapackage.json')).text);
    expect(described.licenses).toEqual([
      {
        name: 'CC-BY-4.0',
        title: 'Creative Commons Attribution 4.0 International',
        path: 'https://creativecommons.org/licenses/by/4.0/',
      },
    ]);
    expect(described.created).toMatch(/^\d{4}-\d\d-\d\dT/);
    const listed = described.resources.map(({ name, path }: Record<string, string>) => [
      name,
      path,
    ]);
    expect(listed).toEqual(
      ['vendors', 'features', 'coverage', 'statements'].flatMap((name) => [
        [name, `http://localhost:3000/data/${name}.csv`],
        [`${name}-json`, `http://localhost:3000/data/${name}.json`],
      ]),
    );
    for (const { path, format, schema, description } of described.resources) {
      const names = schema.fields.map((field: { name: string }) => field.name);
      const { text } = await fetchText(new URL(path).pathname);
      if (format === 'csv') expect(text.split('\r\n')[0]?.split(',')).toEqual(names);
      else expect(Object.keys(JSON.parse(text)[0] ?? {})).toEqual(text === '[]\n' ? [] : names);
      expect(description.includes('apostrophe before it')).toBe(format === 'csv');
    }
    const typeOfMarkets = (at: number) =>
      described.resources[at].schema.fields.find(({ name }: { name: string }) => name === 'markets')
        .type;
    expect([typeOfMarkets(0), typeOfMarkets(1)]).toEqual(['string', 'array']);
  });

  it('is made anew after a change, and only then', async () => {
    const read = async () => (await fetchText('/data/vendors.csv')).text;
    const before = await read();
    // Written past the app, so that a second read of the table would show.
    await site.db.execute(sql`update vendors set name = 'Unheard of' where id = ${vendorId}`);
    expect(await read()).toBe(before);
    await site.asEditor('PUT', `/api/vendors/${vendorId}`, { headquarters: 'Geneva' });
    expect(await read()).toContain('ours,Unheard of');
  });

  it('has the date of the last change, and a removal is one', async () => {
    const dates = async () => {
      const { body } = await site.call('GET', '/api/data');
      const described = JSON.parse((await fetchText('/data/datapackage.json')).text);
      expect(described.created).toBe(body.changed);
      return body.changed;
    };
    const add = async (slug: string, isPublished = true) =>
      (await site.asEditor('POST', '/api/vendors', { name: slug, slug, isPublished })).body.id;
    const [deleted, withdrawn, hidden] = [
      await add('deleted'),
      await add('withdrawn'),
      await add('hidden', false),
    ];
    const isLater = async (method: string, path: string, body?: object) => {
      const before = await dates();
      await site.asEditor(method, path, body);
      return (await dates()) > before;
    };
    expect(await isLater('DELETE', `/api/coverage/${coverageId}`)).toBe(true);
    expect(await isLater('PUT', `/api/vendors/${withdrawn}`, { isPublished: false })).toBe(true);
    expect(await isLater('DELETE', `/api/vendors/${deleted}`)).toBe(true);
    expect(await isLater('PUT', `/api/vendors/${hidden}`, { name: 'Words' })).toBe(false);
    expect(await isLater('DELETE', `/api/vendors/${hidden}`)).toBe(false);
    const before = await dates();
    await site.asEditor('DELETE', '/api/trash');
    await site.asEditor('PUT', `/api/vendors/${withdrawn}`, { name: 'More words' });
    expect(await dates()).toBe(before);
  });

  it('is sent in pieces to those who take it as plain text', async () => {
    await site.db.execute(sql`insert into features (name, slug, description)
      select 'Feature ' || n, 'feature-' || n, repeat(md5(n::text), 10) from generate_series(1, 400) n`);
    await site.asEditor('POST', '/api/features', { name: 'Last', slug: 'last' });
    const response = await site.api.request('/data/features.csv');
    const pieces: Uint8Array[] = [];
    for await (const piece of response.body ?? []) pieces.push(piece);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(70_000);
    expect(Buffer.concat(pieces).toString()).toMatch(/^slug,name[\s\S]*\r\nlast,Last,,\r\n$/);
    const left = await site.api.request('/data/features.csv');
    const reader = left.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect((await fetchText('/data/features.csv')).text).toContain('last,Last');
  });

  it('has a page that says what it is, and a Dataset for search engines', async () => {
    const page = await site.get('/data');
    expect(page.status).toBe(200);
    expect(page.hrefs('main a')).toEqual(
      expect.arrayContaining([
        '/data/vendors.csv',
        '/data/vendors.json',
        '/data/coverage.csv',
        '/data/datapackage.json',
        'https://creativecommons.org/licenses/by/4.0/',
      ]),
    );
    const [dataset] = page.jsonLd();
    expect(dataset['@type']).toBe('Dataset');
    const { changed } = JSON.parse((await fetchText('/api/data')).text);
    expect([dataset.version, dataset.dateModified]).toEqual([changed.slice(0, 10), changed]);
    expect(dataset.license).toBe('https://creativecommons.org/licenses/by/4.0/');
    expect(dataset.distribution).toHaveLength(8);
    expect((await fetchText('/data/users.csv')).response.status).toBe(404);
  });

  it('is made once for all who ask at the same time, anew after a change, and without long pauses', async () => {
    const rows = 20_000;
    await site.db.execute(sql`insert into features (name, slug)
      select 'Many ' || n, 'many-' || n from generate_series(1, ${rows}) n`);
    await site.db.execute(sql`insert into coverage (vendor_id, feature_id, level, finding, url, publisher, checked_on, checked_by)
      select ${vendorId}, id, 'documented', repeat(md5(slug), 8), 'https://example.com/' || slug, 'vendor', now(), 'Desk'
      from features where slug like 'many-%' order by id`);
    await site.asEditor('PUT', `/api/vendors/${vendorId}`, { headquarters: 'Vaduz' });
    let bytes = 0;
    const { result: replies, ownMs } = await measureLoop(async () => {
      const asked = Array.from({ length: 4 }, () => site.api.request('/data/coverage.json'));
      const all = await Promise.all(asked);
      for await (const piece of all[0]?.body ?? []) bytes += piece.length;
      return all;
    });
    expect(new Set(replies.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    expect(bytes).toBeGreaterThan(rows * 300);
    // 21 ms on two ARM cores; made in one go, it would stand still for longer.
    expect(ownMs).toBeLessThan(150);
    // A file that is there waits for no build of another.
    await fetchText('/data/features.csv');
    const ask = async (path: string) => {
      await site.api.request(path);
      return path;
    };
    const first = await Promise.race([ask('/data/coverage.csv'), ask('/data/features.csv')]);
    expect(first).toBe('/data/features.csv');
    const parsed = JSON.parse((await fetchText('/data/coverage.json')).text);
    expect(parsed).toHaveLength(rows);
    expect(parsed.map(({ feature }: { feature: string }) => feature)).toEqual(
      Array.from({ length: rows }, (_, n) => `many-${n + 1}`),
    );
    await site.asEditor('PUT', `/api/vendors/${vendorId}`, { isPublished: false });
    expect((await fetchText('/data/coverage.json')).text).toBe('[]\n');
    expect((await fetchText('/data/vendors.csv')).text).not.toContain('ours,');
    const head = await site.api.request('/data/vendors.csv', { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('content-type')]).toEqual([
      200,
      '',
      'text/csv; charset=utf-8',
    ]);
  });
});
