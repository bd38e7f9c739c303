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

const leadsTo = async (path: string) =>
  (await app.call('GET', `/api/redirect?path=${encodeURIComponent(path)}`)).body.toPath;

const add = (fromPath: string, toPath: string) =>
  app.asEditor('POST', '/api/redirects', { fromPath, toPath });

const move = (id: number, slug: string) => app.asEditor('PUT', `/api/faq/${id}`, { slug });

describe('redirects', () => {
  it('A14.13 a changed slug leaves a redirect, and a chain is one step', async () => {
    const item = await factory.create('faq', { slug: 'step-one' });
    await move(item.id, 'step-two');
    await move(item.id, 'step-three');
    expect(await leadsTo('/faq/step-one')).toBe('/faq/step-three');
    expect(await leadsTo('/faq/step-two')).toBe('/faq/step-three');
    await move(item.id, 'step-one');
    expect(await leadsTo('/faq/step-one')).toBeNull();
    expect(await leadsTo('/faq/step-two')).toBe('/faq/step-one');
    expect(await leadsTo('/faq/step-three')).toBe('/faq/step-one');
  });

  it('A14.13 a landing page leaves its redirect at the root', async () => {
    const page = await factory.create('landing-pages', { slug: 'old-landing', isPublished: true });
    await app.asEditor('PUT', `/api/landing-pages/${page.id}`, { slug: 'new-landing' });
    expect(await leadsTo('/old-landing')).toBe('/new-landing');
  });

  it('flattens chains in both directions', async () => {
    await add('/b', '/c');
    expect((await add('/a', '/b')).body.toPath).toBe('/c');
    await add('/c', '/d');
    expect([await leadsTo('/a'), await leadsTo('/b')]).toEqual(['/d', '/d']);
  });

  it('PROMISE 8 refuses loops and foreign origins', async () => {
    expect((await add('/self', '/self')).body.fields).toHaveProperty('toPath');
    await add('/x', '/y');
    expect((await add('/y', '/x')).status).toBe(400);
    expect((await add('https://example.com/x', '/y')).body.fields).toHaveProperty('fromPath');
    for (const target of ['//evil.example', 'javascript:alert(1)', '/\\evil.example']) {
      expect((await add('/bad', target)).status).toBe(400);
    }
  });

  it('refuses an address at which the server responds before it looks for redirects', async () => {
    const { body: document } = await app.call('GET', '/api/openapi.json');
    const calls = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, 'x1'));
    expect(calls).toContain('/robots.txt');
    const files = ['/assets/index-abc.js', '/uploads/a.webp', '/favicon.ico', '/Robots.TXT?x=1'];
    const panel = ['/admin', '/admin/vendors', '/preview'];
    for (const path of [...calls, ...files, ...panel]) {
      const { status, body } = await add(path, '/vendors');
      expect([path, status, Object.keys(body.fields)]).toEqual([path, 400, ['fromPath']]);
    }
    expect((await add('/assets/x', '/vendors')).body.fields.fromPath).toMatch(
      /would never be used/,
    );
    expect((await add('/old-report.pdf', '/vendors')).status).toBe(201);
  });

  it('two redirects made at once never close a circle', async () => {
    for (let round = 0; round < 5; round += 1) {
      const a = `/left-${round}`;
      const b = `/right-${round}`;
      const responses = await Promise.all([add(a, b), add(b, a)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 400]);
    }
  });

  it('PROMISE 15 an item that takes an address sends the redirect to the trash; a draft does not', async () => {
    await add('/glossary/taken', '/glossary');
    const draft = await factory.create('glossary', { slug: 'taken', isPublished: false });
    expect(await leadsTo('/glossary/taken')).toBe('/glossary');
    await app.asEditor('PUT', `/api/glossary/${draft.id}`, { isPublished: true });
    expect(await leadsTo('/glossary/taken')).toBeNull();
    const [entry] = (await app.asEditor('GET', '/api/trash')).body;
    expect(entry).toMatchObject({ collection: 'redirects', title: '/glossary/taken' });
  });

  it('P20.05 refuses slugs that would shadow a route', async () => {
    for (const slug of ['admin', 'api', 'vendors', 'robots', 'faq', 'compare', 'auth']) {
      for (const name of ['landing-pages', 'pages']) {
        const draft = await factory.minimal(name, { slug });
        const { status, body } = await app.asEditor('POST', `/api/${name}`, draft);
        expect([slug, name, status, Object.keys(body.fields)]).toEqual([slug, name, 400, ['slug']]);
      }
    }
    for (const slug of ['robots.txt', '../x', 'a/b', '12', 'A', 'a--b', '-a', '']) {
      const draft = await factory.minimal('pages', { slug });
      expect([slug, (await app.asEditor('POST', '/api/pages', draft)).status]).toEqual([slug, 400]);
    }
    const reserved = await factory.minimal('news', { slug: 'bulk' });
    expect((await app.asEditor('POST', '/api/news', reserved)).status).toBe(400);
  });

  it('P16.07 A4.13 a page and a landing page never share an address, not even at once', async () => {
    const drafts = async (slug: string) => [
      ['/api/pages', await factory.minimal('pages', { slug })] as const,
      ['/api/landing-pages', await factory.minimal('landing-pages', { slug })] as const,
    ];
    for (let round = 0; round < 5; round += 1) {
      const [page, landing] = await drafts(`shared-${round}`);
      const responses = await Promise.all([
        app.asEditor('POST', page?.[0] ?? '', page?.[1]),
        app.asEditor('POST', landing?.[0] ?? '', landing?.[1]),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
      const lost = responses.find(({ status }) => status === 409);
      expect(lost?.body.fields.slug).toMatch(/already used by a (landing )?page/);
    }
  });

  it('P10.25 a comparison keeps the address of its pair, also when a vendor is renamed', async () => {
    const made = await factory.create('comparisons');
    const wrong = await factory.minimal('comparisons', { slug: 'free-words' });
    expect((await app.asEditor('POST', '/api/comparisons', wrong)).body.fields.slug).toMatch(
      /must be item-\d+-vs-item-\d+/,
    );
    const vendor = { name: 'New Name', slug: 'new-name' };
    await app.asEditor('PUT', `/api/vendors/${made.vendorAId}`, vendor);
    const slug = String(made.slug).replace(/^item-\d+/, 'new-name');
    const found = await app.call('GET', `/api/comparisons/${slug}`);
    expect([found.status, found.body.vendorAName]).toEqual([200, 'New Name']);
    expect((await app.call('GET', `/api/compare/${slug}`)).status).toBe(200);
    expect(await leadsTo(`/comparisons/${made.slug}`)).toBe(`/comparisons/${slug}`);
    const target = `/api/comparisons/${made.id}`;
    const history = target.replace('/api/', '/api/revisions/');
    const [first] = (await app.asEditor('GET', history)).body;
    const back = await app.asEditor('POST', `${history}/${first.id}/restore`);
    expect([back.status, back.body.slug]).toEqual([200, slug]);
  });
});
