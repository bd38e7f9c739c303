import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

interface Entry {
  kind: string;
  collection: string;
  id: number;
  title: string;
  detail: string;
  part: string | null;
  url: string | null;
}

const GOOD = {
  metaTitle: 'A meta title that is long enough to say it',
  metaDescription:
    'A meta description that is long enough to tell whoever searches what this page is about, and why to open it at all.',
  logoUpload: '/uploads/logo.webp',
  pricing: 'On request',
};
const SOURCE = { field: 'pricing', url: 'https://v.example/pricing', value: 'On request' };

const dayAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

let app: TestApp;
let factory: Factories;
beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
});
afterAll(() => app.close());

const vendorOf = (slug: string, more: Record<string, unknown> = {}) =>
  factory.create('vendors', {
    name: slug,
    slug,
    isPublished: true,
    sources: [SOURCE],
    ...GOOD,
    ...more,
  });

const read = async (query = '') => (await app.asEditor('GET', `/api/upkeep${query}`)).body;
const ofKind = async (kind: string): Promise<Entry[]> => (await read(`?kind=${kind}`)).items;

describe('the upkeep queue', () => {
  it('is empty when all is well', async () => {
    await vendorOf('well', { sources: [{ ...SOURCE, checkedOn: dayAgo(10) }] });
    await vendorOf('draft', { isPublished: false, pricing: '', logoUpload: '', sources: [] });
    expect(await read()).toEqual({
      total: 0,
      counts: {
        'lost-quote': 0,
        'stale-fact': 0,
        'no-source': 0,
        'dead-link': 0,
        'dead-end': 0,
        'missing-logo': 0,
        'missing-price': 0,
        'weak-seo': 0,
      },
      items: [],
    });
  });

  it('finds what is due, of every kind', async () => {
    const { id } = await vendorOf('due', {
      founded: '2001',
      headquarters: 'Zurich',
      pricing: '',
      logoUpload: '',
      metaTitle: 'Short',
      sources: [
        { field: 'founded', url: 'https://due.example/a', value: '2001', checkedOn: dayAgo(181) },
        { field: 'other', url: 'https://due.example/b', value: 'x', checkedOn: dayAgo(179) },
      ],
    });
    const entry = { collection: 'vendors', id, title: 'due' };
    expect(await ofKind('stale-fact')).toMatchObject([
      { ...entry, detail: '2001', part: '0', url: 'https://due.example/a' },
    ]);
    expect(await ofKind('no-source')).toMatchObject([{ ...entry, detail: 'Headquarters' }]);
    expect(await ofKind('missing-logo')).toMatchObject([entry]);
    expect(await ofKind('missing-price')).toMatchObject([entry]);
    expect(await ofKind('weak-seo')).toMatchObject([
      { ...entry, detail: expect.stringMatching(/^Meta title 5 characters/) },
    ]);
    await app.db.execute(
      sql`update link_checks set state = 'dead', reason = 'It answered 404' where url like 'https://due.example/%'`,
    );
    await app.asEditor('PUT', `/api/vendors/${id}`, { employeeCount: '' });
    const dead = { ...entry, detail: 'It answered 404', part: 'sources' };
    expect(await ofKind('dead-link')).toMatchObject([
      { ...dead, url: 'https://due.example/a' },
      { ...dead, url: 'https://due.example/b' },
    ]);
    expect((await read()).counts).toEqual({
      'lost-quote': 0,
      'stale-fact': 1,
      'no-source': 1,
      'dead-link': 2,
      'dead-end': 0,
      'missing-logo': 1,
      'missing-price': 1,
      'weak-seo': 1,
    });
  });

  it('P6.13 names an item of a hub whose page goes, by whatever way, until it is back or led elsewhere', async () => {
    const made = await Promise.all(
      ['faq', 'glossary', 'services', 'types'].map((name) => factory.create(name)),
    );
    const [faq, term, service, type] = made;
    const relatedContent = ['faq', 'glossary', 'service', 'type'].map((kind, at) => ({
      type: kind,
      title: `The ${kind}`,
      slug: made[at]?.slug,
    }));
    const given = { pageType: 'type', pageSlug: type?.slug, title: 'A hub', relatedContent };
    const hub = await factory.create('content-hub-configs', given);
    expect(await ofKind('dead-end')).toEqual([]);
    await app.asEditor('PUT', `/api/faq/${faq?.id}`, { isPublished: false });
    await app.asEditor('DELETE', `/api/glossary/${term?.id}`);
    await app.asEditor('PUT', `/api/services/${service?.id}`, { slug: 'moved-service' });
    const entry = { collection: 'content-hub-configs', id: hub.id, title: 'A hub' };
    const lostTerm = { ...entry, detail: '"The glossary" leads nowhere' };
    const lostFaq = { ...entry, detail: '"The faq" leads nowhere', url: `/faq/${faq?.slug}` };
    expect(await ofKind('dead-end')).toMatchObject([lostFaq, lostTerm]);
    await app.asEditor('PUT', `/api/faq/${faq?.id}`, { isPublished: true });
    expect(await ofKind('dead-end')).toMatchObject([lostTerm]);
    await factory.create('redirects', { fromPath: `/glossary/${term?.slug}`, toPath: '/glossary' });
    expect(await ofKind('dead-end')).toEqual([]);
    await app.asEditor('PUT', `/api/services/${service?.id}`, { isPublished: false });
    expect(await ofKind('dead-end')).toMatchObject([{ detail: '"The service" leads nowhere' }]);
    await app.asEditor('PUT', `/api/content-hub-configs/${hub.id}`, { isEnabled: false });
    expect(await ofKind('dead-end')).toEqual([]);
  });

  it('leaves out the weak texts of a page that readers do not see, for whatever reason', async () => {
    const open = await vendorOf('pair-open');
    const closed = await vendorOf('pair-closed');
    const { id } = await factory.create('comparisons', {
      vendorAId: open.id,
      vendorBId: closed.id,
      slug: 'pair-open-vs-pair-closed',
      metaTitle: 'Short',
      isPublished: true,
    });
    const found = async () =>
      (await ofKind('weak-seo')).filter((entry) => entry.collection === 'comparisons');
    expect(await found()).toMatchObject([{ id }]);
    await app.asEditor('PUT', `/api/vendors/${closed.id}`, { isPublished: false });
    expect(await found()).toEqual([]);
  });

  it('puts what is oldest first', async () => {
    for (const [slug, days] of [
      ['new', 200],
      ['older', 300],
      ['oldest', 400],
    ] as const) {
      await vendorOf(`order-${slug}`, { sources: [{ ...SOURCE, checkedOn: dayAgo(days) }] });
    }
    await app.asEditor('PUT', `/api/vendors/${(await vendorOf('touch')).id}`, { founded: '' });
    const entries = (await ofKind('stale-fact')).filter(({ title }) => title.startsWith('order'));
    expect(entries.map(({ title }) => title)).toEqual(['order-oldest', 'order-older', 'order-new']);
  });

  it('puts a missing logo last: it may never be had', async () => {
    await vendorOf('no-logo', { logoUpload: '', pricing: '' });
    await vendorOf('touched');
    const { items, total } = await read('?limit=100');
    expect(items).toHaveLength(total);
    const kinds: string[] = items.map(({ kind }: Entry) => kind);
    const logos = kinds.filter((kind) => kind === 'missing-logo');
    expect(logos.length).toBeGreaterThan(0);
    expect(kinds.slice(-logos.length)).toEqual(logos);
  });

  it('marks one fact verified, with history, and nothing beside it', async () => {
    const vendor = await vendorOf('verify', {
      sources: [
        { ...SOURCE, checkedOn: dayAgo(500) },
        { ...SOURCE, field: 'founded', checkedOn: dayAgo(500) },
      ],
    });
    const mine = async () => (await ofKind('stale-fact')).filter(({ id }) => id === vendor.id);
    expect(await mine()).toHaveLength(2);
    const send = (body: object) => app.asEditor('POST', '/api/upkeep/verified', body);
    const fact = { collection: 'vendors', id: vendor.id, part: 1 };
    expect((await send({ ...fact, url: 'https://other.example/' })).status).toBe(409);
    expect((await send({ ...fact, url: SOURCE.url })).status).toBe(200);
    expect(await mine()).toMatchObject([{ part: '0' }]);
    const { body } = await app.asEditor('GET', `/api/vendors/${vendor.id}`);
    expect(body.sources.map(({ checkedOn }: { checkedOn: string }) => checkedOn)).toEqual([
      dayAgo(500),
      dayAgo(0),
    ]);
    expect(body.sources[1].checkedBy).toBe('Edith');
    expect(body.sources.map(({ readIn }: { readIn?: string }) => readIn)).toEqual([
      undefined,
      'live',
    ]);
    const [revision] = (await app.asEditor('GET', `/api/revisions/vendors/${vendor.id}`)).body;
    expect(revision.data.sources[1].checkedOn).toBe(dayAgo(500));

    const row = await factory.create('coverage', { vendorId: vendor.id, checkedOn: dayAgo(200) });
    expect((await ofKind('stale-fact')).some(({ collection }) => collection === 'coverage')).toBe(
      true,
    );
    expect((await send({ collection: 'coverage', id: row.id })).status).toBe(200);
    const checked = (await app.asEditor('GET', `/api/coverage/${row.id}`)).body;
    expect(checked.checkedOn.slice(0, 10)).toBe(dayAgo(0));
    expect([row.readIn, checked.readIn]).toEqual(['stored copy', 'live']);
    expect((await send({ collection: 'coverage', id: [row.id, 1] })).status).toBe(400);
    expect((await send({ collection: 'faq', id: 1 })).status).toBe(400);
    expect((await app.call('GET', '/api/upkeep')).status).toBe(401);
  });
});
