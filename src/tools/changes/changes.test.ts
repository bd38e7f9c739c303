import { sql } from 'drizzle-orm';
import { parseRssFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VendorChange } from '#content/shared/changes/change.schema.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { saysTheSame } from './changes.server.ts';

it.each([
  ['Owned by its founders.', 'its Founders own'],
  ['Per user and per entity', 'per entity, per user'],
  ['Priced by entities', 'The price is per entity'],
  ['SOC 2 (Type II)', 'SOC 2 Type II'],
  ['Société Générale', 'Societe Generale'],
  ['60 % founders, 40 % Acme', '60% of its founders; 40% by Acme'],
  [
    '8VC and Craft Ventures are named among its investors',
    'Craft Ventures and 8VC are named among investors',
  ],
  ['Acme since 2019; 3i before', '3i before; since 2019 Acme'],
  [null, ''],
])('new wording is no change: %s, %s', (before, after) => {
  expect(saysTheSame(before, after)).toBe(true);
});

it.each([
  ['SOC 1', 'SOC 2'],
  ['Per user', 'Per use'],
  ['Owned by its founders', 'Owned by its funders'],
  ['Owned by Acme', 'Not owned by Acme'],
  ['60 % founders, 40 % Acme', '40 % founders, 60 % Acme'],
  ['60 percent founders, 40 Acme', '40 percent founders, 60 Acme'],
  ['$5 per user, $9 per entity', '$9 per user, $5 per entity'],
  ['EUR 5 per user, 9 per entity', 'EUR 9 per user, 5 per entity'],
  [null, 'Acme'],
])('other facts are a change: %s, %s', (before, after) => {
  expect(saysTheSame(before, after)).toBe(false);
});

describe('what changed about a vendor', () => {
  let site: TestSite;
  let vendorId: number;
  let otherId: number;
  let ledgerId: number;

  const addEvidence = async (vendor: number, feature: number, level = 'documented') =>
    (
      await site.asEditor('POST', '/api/coverage', {
        vendorId: vendor,
        featureId: feature,
        level,
        finding: 'Its page says so.',
        url: 'https://example.com/page',
        publisher: 'vendor',
        checkedOn: '2026-11-15',
        checkedBy: 'desk',
      })
    ).body.id;
  const change = (fields: object) => site.asEditor('PUT', `/api/vendors/${vendorId}`, fields);
  const read = async (query = '') =>
    (await site.call('GET', `/api/changes${query}`)).body.changes.map(
      ({ vendor, field, feature, before, after }: VendorChange) => [
        vendor.slug,
        feature?.slug ?? field,
        before,
        after,
      ],
    );

  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
    const add = async (name: string, body: object) =>
      (await site.asEditor('POST', `/api/${name}`, body)).body.id;
    ledgerId = await add('features', { name: 'Ledger', slug: 'ledger' });
    vendorId = await add('vendors', {
      name: 'Ours',
      slug: 'ours',
      ownership: 'Its founders',
      attestations: ['SOC 1', 'ISO 27001'],
    });
    otherId = await add('vendors', { name: 'Other', slug: 'other' });
    await addEvidence(vendorId, ledgerId);
  });
  afterAll(() => site.close());

  it('says so while there is nothing to tell, and from when the record runs', async () => {
    expect(await read()).toEqual([]);
    const page = await site.get('/changes');
    expect(page.status).toBe(200);
    expect(page.text('h1')).toBe('What Changed About Vendors');
    expect(page.body).toContain('Nothing has changed yet. The record begins on');
    expect((await site.get('/vendors/ours')).body).toContain(
      'No change of owner, price meter, attestations or features since the record began on',
    );
  });

  it('tells of owners, price meters and attestations as readers saw them, and not of words', async () => {
    await change({ ownership: 'The founders', description: 'New words.', pricing: 'On request' });
    await change({ priceMeter: 'Assets' });
    await change({ ownership: 'Acme Capital', attestations: ['ISO 27001', 'SOC 2 Type II'] });
    await change({ isPublished: false });
    await change({ priceMeter: 'Entities' });
    await change({ priceMeter: 'Users' });
    await change({ isPublished: true });
    expect(await read()).toEqual([
      ['ours', 'priceMeter', 'Assets', 'Users'],
      ['ours', 'ownership', 'The founders', 'Acme Capital'],
      ['ours', 'attestations', 'SOC 1', 'SOC 2 Type II'],
      ['ours', 'priceMeter', null, 'Assets'],
    ]);
  });

  it('tells of features confirmed, changed and lost, while everybody may see both ends', async () => {
    const later = (id: number) =>
      site.db.execute(
        sql`update coverage set created_at = created_at + interval '2 days' where id = ${id}`,
      );
    const fund = await site.asEditor('POST', '/api/features', { name: 'Funds', slug: 'funds' });
    const hidden = await site.asEditor('POST', '/api/features', {
      name: 'Hidden',
      slug: 'hidden',
      isPublished: false,
    });
    const id = await addEvidence(vendorId, fund.body.id, 'partial');
    await later(id);
    await later(await addEvidence(vendorId, hidden.body.id));
    await site.asEditor('PUT', `/api/coverage/${id}`, { level: 'documented', finding: 'New.' });
    await site.asEditor('PUT', `/api/coverage/${id}`, { finding: 'Newer.' });
    const lost = await addEvidence(otherId, ledgerId);
    await site.asEditor('DELETE', `/api/coverage/${lost}`);
    const all = await read();
    expect(all).toEqual(
      expect.arrayContaining([
        ['ours', 'funds', null, 'Partly'],
        ['ours', 'funds', 'Partly', 'Documented'],
        ['other', 'ledger', 'Documented', null],
      ]),
    );
    expect(all).toHaveLength(7);
    expect(await read('?vendor=other')).toEqual([['other', 'ledger', 'Documented', null]]);
    expect(await read('?vendor=ours')).toHaveLength(6);
    expect(await read('?limit=2')).toHaveLength(2);
    expect((await site.call('GET', '/api/changes?vendor=none')).status).toBe(404);
    // PROMISE 9: one address's error is never cached for another.
    expect((await site.call('GET', '/api/changes?vendor=')).status).toBe(400);
    expect((await site.call('GET', '/api/changes')).status).toBe(200);
    expect((await site.get('/changes?vendor=none')).status).toBe(404);
  });

  it('shows them on a page, on the profile and in feeds', async () => {
    const page = await site.get('/changes');
    expect(page.body).toContain('The founders → Acme Capital');
    expect(page.hrefs('main a')).toContain('/changes.xml');
    expect(page.jsonLd().map((block) => block['@type'])).toEqual([
      'CollectionPage',
      'BreadcrumbList',
    ]);
    const profile = await site.get('/vendors/ours');
    expect(profile.body).toContain('added SOC 2 Type II; no longer named: SOC 1');
    expect(profile.hrefs('main a')).toContain('/vendors/ours/changes.xml');
    for (const [path, count] of [
      ['/changes.xml', 7],
      ['/vendors/ours/changes.xml', 6],
    ] as const) {
      const response = await site.api.request(path);
      expect(response.headers.get('content-type')).toContain('application/rss+xml');
      const feed = parseRssFeed(await response.text());
      expect(feed.items).toHaveLength(count);
      expect(feed.title).toMatch(path === '/changes.xml' ? /: changes$/ : /: changes of Ours$/);
      expect(feed.atom?.links?.[0]?.href).toBe(`http://localhost:3000${path}`);
      for (const item of feed.items ?? []) expect(item.guid?.value).toBeTruthy();
    }
    expect((await site.api.request('/vendors/none/changes.xml')).status).toBe(404);
  });

  it('begins on the day on which everybody could see the vendor, with evidence or without', async () => {
    const add = async (slug: string, isPublished: boolean) =>
      (await site.asEditor('POST', '/api/vendors', { name: slug, slug, isPublished })).body.id;
    const [bare, drafted] = [await add('bare', true), await add('drafted', false)];
    await site.db.execute(
      sql`update vendors set created_at = created_at - interval '30 days' where slug in ('bare', 'drafted')`,
    );
    await addEvidence(bare, ledgerId);
    await addEvidence(drafted, ledgerId);
    expect(await read('?vendor=bare')).toEqual([['bare', 'ledger', null, 'Documented']]);
    await site.asEditor('PUT', `/api/vendors/${drafted}`, { isPublished: true });
    const { changes, since } = (await site.call('GET', '/api/changes?vendor=drafted')).body;
    expect(changes).toEqual([]);
    expect(Date.parse(since)).toBeGreaterThan(Date.now() - 86_400_000);
    // Withdrawn for a while, it goes on where it was.
    await site.asEditor('PUT', `/api/vendors/${bare}`, { isPublished: false });
    await site.asEditor('PUT', `/api/vendors/${bare}`, { isPublished: true });
    expect(await read('?vendor=bare')).toHaveLength(1);
  });

  it('goes on telling of what was lost when the trash is emptied, without its text', async () => {
    const before = await read();
    expect((await site.asEditor('DELETE', '/api/trash')).body).toEqual({ deletedCount: 1 });
    expect(await read('?vendor=other')).toEqual([['other', 'ledger', 'Documented', null]]);
    await change({ ownership: 'Other Capital' });
    const added = ['ours', 'ownership', 'Acme Capital', 'Other Capital'];
    expect((await read()).toSorted()).toEqual([...before, added].toSorted());
    expect((await site.asEditor('GET', '/api/trash')).body).toEqual([]);
    const { rows } = await site.db.execute(sql`select item_id, title, data from revisions
      where collection = 'coverage' and action not in ('update', 'delete')`);
    expect(rows).toEqual([
      {
        item_id: expect.any(Number),
        title: '',
        data: { vendorId: otherId, featureId: ledgerId, level: 'documented' },
      },
    ]);
    const erased = `/api/revisions/coverage/${rows[0]?.item_id}`;
    expect((await site.asEditor('GET', erased)).body).toEqual([]);
  });

  it('loses nothing to thousands of deletions and new words elsewhere', async () => {
    const before = await read();
    const ofOther = await read('?vendor=other');
    const crowd = await site.asEditor('POST', '/api/vendors', { name: 'Crowd', slug: 'crowd' });
    const piece = await addEvidence(crowd.body.id, ledgerId);
    // New words of a vendor and of evidence, and a deletion: as they are stored, a thousandfold.
    await site.asEditor('PUT', `/api/vendors/${vendorId}`, { description: 'Mere words.' });
    await site.asEditor('PUT', `/api/coverage/${piece}`, { finding: 'Mere words.' });
    await site.asEditor('DELETE', `/api/coverage/${piece}`);
    await site.db.execute(sql`insert into revisions
      (collection, item_id, version, action, title, data, told_of, created_at)
      select collection, item_id, version, action, title, data, told_of, created_at from (
        select * from revisions order by id desc limit 3) latest,
      generate_series(1, 1000)`);
    // Hidden, so that its own losses are not among the hundred that the list of all shows.
    await site.asEditor('PUT', `/api/vendors/${crowd.body.id}`, { isPublished: false });
    expect(await read()).toEqual(before);
    expect(await read('?vendor=other')).toEqual(ofOther);
  });

  it('finds a vendor by its slug alone, also where it was read by its id', async () => {
    expect((await site.call('GET', `/api/vendors/${vendorId}`)).body.name).toBe('Ours');
    expect((await site.api.request(`/vendors/${vendorId}/changes.xml`)).status).toBe(404);
    expect((await site.api.request('/vendors/ours/changes.xml')).status).toBe(200);
  });
});
