import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

let app: TestApp;
let factory: Factories;

beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
});
afterAll(() => app.close());

const find = async (q: string) =>
  (await app.asEditor('GET', `/api/desk-search?q=${encodeURIComponent(q)}`)).body;

describe('GET /api/desk-search', () => {
  it('answers 401 to an anonymous visitor, and 400 to a single letter', async () => {
    expect((await app.call('GET', '/api/desk-search?q=ledger')).status).toBe(401);
    expect((await app.asEditor('GET', '/api/desk-search?q=l')).status).toBe(400);
  });

  it('finds drafts and body text, and what is named so first', async () => {
    const body = await factory.create('faq', {
      question: 'Who keeps the books?',
      answer: `${'Words before. '.repeat(20)}The quokka ledger is kept by **the office**, [says](/about) Ann. ${'After. '.repeat(20)}`,
    });
    const draft = await factory.create('vendors', {
      name: 'Quokka Ledger',
      slug: 'quokka-ledger',
      isPublished: false,
    });
    const found = await find('quokka LEDGER');
    expect(found).toEqual([
      expect.objectContaining({
        collection: 'vendors',
        id: draft.id,
        title: 'Quokka Ledger',
        excerpt: '',
        path: '/vendors/quokka-ledger',
        isPublic: false,
      }),
      expect.objectContaining({ collection: 'faq', id: body.id, isPublic: true }),
    ]);
    expect(found[1].excerpt).toContain('The quokka ledger is kept by the office, says Ann.');
    expect(found[1].excerpt.length).toBeLessThan(150);
  });

  it('finds a page before lines of evidence that have the words, and few of those', async () => {
    const vendor = await factory.create('vendors', { name: 'Numbats', slug: 'numbats' });
    for (let at = 0; at < 6; at += 1) {
      const feature = await factory.create('features', { name: `F${at}`, slug: `f-${at}` });
      await factory.create('coverage', {
        vendorId: vendor.id,
        featureId: feature.id,
        finding: 'Echidna releases.',
      });
    }
    await factory.create('glossary', { term: 'Release', definition: 'Echidna release notes.' });
    const found = await find('echidna');
    const types = found.map(({ collection }: { collection: string }) => collection);
    expect(types.filter((type: string) => type === 'coverage')).toHaveLength(3);
    const named = (await find('releas')).map(
      ({ collection }: { collection: string }) => collection,
    );
    expect(named[0]).toBe('glossary');
  });

  it('finds what waits in a draft over a live page', async () => {
    const { id } = await factory.create('faq', { question: 'Who reads it?', slug: 'who-reads-it' });
    const draft = { answer: 'Every wombat reads it.' };
    expect((await app.asEditor('PUT', `/api/faq/${id}/draft`, draft)).status).toBe(200);
    expect(await find('wombat reads')).toMatchObject([
      { collection: 'faq', id, excerpt: 'In the draft that waits over it', isPublic: true },
    ]);
  });

  it('finds a redirect by its address, and by nothing else', async () => {
    const { id } = await factory.create('redirects', {
      fromPath: '/marsupials',
      toPath: '/vendors',
    });
    expect((await find('marsupials')).map((each: { id: number }) => each.id)).toEqual([id]);
    expect(await find('words that no item has')).toEqual([]);
  });

  it('finds words of lists, and takes signs of patterns as they are', async () => {
    const vendor = await factory.create('vendors', {
      name: 'Signs',
      features: ['100%_sure feature'],
    });
    expect((await find('100%_sure')).map(({ id }: { id: number }) => id)).toEqual([vendor.id]);
    expect(await find('1000_sure')).toEqual([]);
  });
});

describe('GET /api/desk-search/page', () => {
  const itemAt = async (path: string) =>
    (await app.asEditor('GET', `/api/desk-search/page?path=${encodeURIComponent(path)}`)).body.item;

  it('names the item of a page, and nothing for lists and anonymous visitors', async () => {
    const { id } = await factory.create('glossary', { term: 'Basis', slug: 'basis' });
    const page = await factory.create('pages', { title: 'Imprint', slug: 'imprint' });
    expect(await itemAt('/glossary/basis')).toMatchObject({ collection: 'glossary', id });
    expect(await itemAt('/imprint')).toMatchObject({ collection: 'pages', id: page.id });
    for (const path of ['/', '/glossary', '/glossary/none', '/vendors/basis'])
      expect(await itemAt(path), path).toBeNull();
    expect((await app.call('GET', '/api/desk-search/page?path=/glossary/basis')).status).toBe(401);
  });
});

describe('GET /api/link-targets', () => {
  const at = (paths: string[]) =>
    `/api/link-targets?${paths.map((path) => `path=${encodeURIComponent(path)}`).join('&')}`;
  const check = async (paths: string[]) => (await app.asEditor('GET', at(paths))).body.broken;

  it('names addresses without a public page, drafts among them', async () => {
    await factory.create('faq', { question: 'Open', slug: 'open-entry' });
    await factory.create('faq', { question: 'Closed', slug: 'closed-entry', isPublished: false });
    expect(
      await check(['/faq/open-entry', '/faq/closed-entry', '/faq/none', '/vendors', '/nowhere']),
    ).toEqual(expect.arrayContaining(['/faq/closed-entry', '/faq/none', '/nowhere']));
    expect(
      await check(['/faq/open-entry', '/vendors', '/', 'https://example.com/faq/none']),
    ).toEqual([]);
  });
});
