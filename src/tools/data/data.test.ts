import { type ClientRequest, get as httpGet } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureLoop } from '#testing/measure-loop.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { serve } from '#testing/serve.ts';

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
      'vendor,feature,level,finding,url,publisher,rank,pageDate,note,checkedOn,checkedBy,readIn,quote\r\nours,ledger,documented,Its page says so.,https://example.com/page,vendor,first hand,,,2026-11-15,Research desk,stored copy,\r\n',
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
      },
    ]);
    const [vendor] = JSON.parse((await fetchText('/data/vendors.json')).text);
    expect([vendor.slug, vendor.markets]).toEqual(['ours', ['Europe', 'Asia']]);
  });

  it('EVIDENCE holds the events and contract terms of vendors, a row each, the newest event first', async () => {
    const read = {
      url: 'https://example.com/terms',
      publisher: 'vendor',
      checkedOn: '2026-11-19',
      checkedBy: 'Research desk',
    };
    await site.asEditor('PUT', `/api/vendors/${vendorId}`, {
      events: [
        { date: '2015', kind: 'acquisition', sentence: 'It was bought.', ...read },
        { date: '2025-09-02', kind: 'acquisition', sentence: 'It was sold.', ...read },
      ],
      contractTerms: [{ topic: 'notice', sentence: 'Ninety days.', version: '11', ...read }],
    });
    const head = 'url,publisher,rank,pageDate,note,checkedOn,checkedBy,readIn';
    const tail =
      'https://example.com/terms,vendor,first hand,,,2026-11-19,Research desk,stored copy';
    expect((await fetchText('/data/events.csv')).text.split('\r\n')).toEqual([
      `vendor,date,kind,sentence,${head}`,
      `ours,2025-09-02,acquisition,It was sold.,${tail}`,
      `ours,2015,acquisition,It was bought.,${tail}`,
      '',
    ]);
    expect((await fetchText('/data/contracts.csv')).text.split('\r\n')).toEqual([
      `vendor,topic,sentence,version,${head}`,
      `ours,notice,Ninety days.,11,${tail}`,
      '',
    ]);
    const [newest] = JSON.parse((await fetchText('/data/events.json')).text);
    expect([newest.vendor, newest.date]).toEqual(['ours', '2025-09-02']);
    const { rows } = JSON.parse((await fetchText('/api/data')).text);
    expect([rows.events, rows.contracts]).toEqual([2, 1]);
  });

  it('PROMISE 5 has nothing in it that a reader does not see', async () => {
    for (const file of ['vendors', 'features', 'coverage', 'events', 'contracts']) {
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
        'public, max-age=0, must-revalidate, s-maxage=10, stale-while-revalidate=50',
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
      ['vendors', 'features', 'coverage', 'events', 'contracts'].flatMap((name) => [
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

  it('shows a change on the next request', async () => {
    await site.asEditor('PUT', `/api/vendors/${vendorId}`, { headquarters: 'Geneva' });
    expect((await fetchText('/data/vendors.csv')).text).toContain('Geneva');
    await site.asEditor('PUT', `/api/vendors/${vendorId}`, { headquarters: 'Zug' });
    expect((await fetchText('/data/vendors.csv')).text).not.toContain('Geneva');
  });

  it('has the date of the last change, and another tag after a removal', async () => {
    const dates = async () => {
      const { body } = await site.call('GET', '/api/data');
      const described = JSON.parse((await fetchText('/data/datapackage.json')).text);
      expect(described.created).toBe(body.changed);
      return body.changed;
    };
    const tag = async () => (await site.api.request('/data/coverage.csv')).headers.get('etag');
    const hidden = { name: 'hidden', slug: 'hidden', isPublished: false };
    const before = await dates();
    await site.asEditor('POST', '/api/vendors', hidden);
    expect(await dates()).toBe(before);
    await site.asEditor('POST', '/api/vendors', { name: 'shown', slug: 'shown' });
    expect((await dates()) > before).toBe(true);
    const tagBefore = await tag();
    await site.asEditor('DELETE', `/api/coverage/${coverageId}`);
    expect(await tag()).not.toBe(tagBefore);
  });

  it('is read while it is taken, and no further once the client has gone', async () => {
    await site.db.execute(sql`insert into features (name, slug, description)
      select 'Feature ' || n, 'feature-' || n, repeat(md5(n::text), 10) from generate_series(1, 1600) n`);
    await site.asEditor('POST', '/api/features', { name: 'Last', slug: 'last' });
    const response = await site.api.request('/data/features.csv');
    const pieces: Uint8Array[] = [];
    for await (const piece of response.body ?? []) pieces.push(piece);
    expect(pieces.length).toBe(5);
    expect(Buffer.concat(pieces).toString()).toMatch(/^slug,name[\s\S]*\r\nlast,Last,,\r\n$/);
    const left = await site.api.request('/data/features.csv');
    const reader = left.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect((await reader?.read())?.done).toBe(true);
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
    expect(dataset.distribution).toHaveLength(10);
    expect((await fetchText('/data/users.csv')).response.status).toBe(404);
  });

  it('leaves the places of clients that hang up to others', async () => {
    const served = await serve();
    await served.connection.db.execute(sql`insert into features (name, slug, description)
      select 'Many ' || n, 'many-' || n, repeat(md5(n::text), 40) from generate_series(1, 8000) n`);
    const begin = () =>
      new Promise<ClientRequest>((resolve) => {
        const target = { port: served.port, host: '127.0.0.1', path: '/data/features.json' };
        const req = httpGet({ ...target, agent: false }, (res) => {
          res.once('data', () => {
            res.pause();
            resolve(req);
          });
        });
        req.on('error', () => undefined);
      });
    const clients = await Promise.all(Array.from({ length: 8 }, begin));
    expect((await served.get('/data/features.json')).status).toBe(503);
    for (const client of clients) client.destroy();
    await expect.poll(async () => (await served.get('/data/vendors.csv')).status).toBe(200);
    await served.close();
  });

  it('is read without long pauses, whatever its size, and holds nothing that was withdrawn', async () => {
    const rows = 20_000;
    await site.db.execute(sql`insert into features (name, slug)
      select 'Many ' || n, 'many-' || n from generate_series(1, ${rows}) n`);
    await site.db.execute(sql`insert into coverage (vendor_id, feature_id, level, finding, url, publisher, checked_on, checked_by)
      select ${vendorId}, id, 'documented', repeat(md5(slug), 8), 'https://example.com/' || slug, 'vendor', now(), 'Desk'
      from features where slug like 'many-%' order by id`);
    const pieces: Uint8Array[] = [];
    const { ownMs } = await measureLoop(async () => {
      const response = await site.api.request('/data/coverage.json');
      for await (const piece of response.body ?? []) pieces.push(piece);
    });
    // 21 ms on two ARM cores; made in one go, it would stand still for longer.
    expect(ownMs).toBeLessThan(150);
    const parsed = JSON.parse(Buffer.concat(pieces).toString());
    expect(parsed.map(({ feature }: { feature: string }) => feature)).toEqual(
      Array.from({ length: rows }, (_, n) => `many-${n + 1}`),
    );
    await site.asEditor('PUT', `/api/vendors/${vendorId}`, { isPublished: false });
    expect((await fetchText('/data/coverage.json')).text).toBe('[]\n');
    expect((await fetchText('/data/vendors.csv')).text).not.toContain('ours,');
  });
});
