import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { type AiServer, startAiServer } from '#testing/servers/ai-server.ts';

let service: AiServer;
let app: TestApp;
let smart: TestApp;

beforeAll(async () => {
  service = await startAiServer();
  app = await buildApp({ data: 'starter' });
  smart = await buildApp({
    data: 'starter',
    settings: { AI_BASE_URL: service.baseUrl, AI_MODEL: 'test-model' },
  });
});
afterAll(async () => {
  await Promise.all([app.close(), smart.close()]);
  await service.close();
});
beforeEach(() => service.reset());

const firstOf = async (on: TestApp, name: string) =>
  (await on.asEditor('GET', `/api/${name}?limit=1`)).body[0];

describe('POST /api/related-info', () => {
  it('A11.06 proposes the nearest visible content of the site, and saves nothing', async () => {
    const item = await firstOf(app, 'glossary');
    const { status, body } = await app.asEditor('POST', '/api/related-info', {
      collection: 'glossary',
      id: item.id,
    });
    expect(status).toBe(200);
    expect(body.madeBy).toBe('site');
    expect(body.items.length).toBeGreaterThan(0);
    expect(body.items.length).toBeLessThanOrEqual(5);
    for (const related of body.items) {
      expect(Object.keys(related).sort()).toEqual(['description', 'source', 'title', 'url']);
      expect(related.url).toMatch(/^\/[\w/-]+$/);
      expect(related.url).not.toBe(`/glossary/${item.slug}`);
    }
    const after = (await app.asEditor('GET', `/api/glossary/${item.id}`)).body;
    expect(after.version).toBe(item.version);
    const saved = await app.asEditor('PUT', `/api/glossary/${item.id}`, {
      relatedInfoCache: body.items,
    });
    expect(saved.status).toBe(200);
    expect(saved.body.relatedInfoCachedAt).not.toBeNull();
  });

  it('PROMISE 5 proposes no draft, however near', async () => {
    const words = 'Zephyrine quixotic ledger';
    const make = (slug: string, isPublished: boolean) =>
      app.asEditor('POST', '/api/faq', {
        question: `${words}?`,
        slug,
        answer: `${words} ${words}`,
        isPublished,
      });
    const own = (await make('own-item', true)).body;
    await make('hidden-copy', false);
    await make('open-copy', true);
    const { body } = await app.asEditor('POST', '/api/related-info', {
      collection: 'faq',
      id: own.id,
    });
    const urls = body.items.map(({ url }: { url: string }) => url);
    expect(urls).toContain('/faq/open-copy');
    expect(urls).not.toContain('/faq/hidden-copy');
    expect(urls).not.toContain('/faq/own-item');
  });

  it('A11.06 lets the service choose among our own pages: it can invent no link', async () => {
    const item = await firstOf(smart, 'glossary');
    service.next({
      kind: 'object',
      value: {
        picks: [
          { number: 2, description: 'See <b>https</b> this first' },
          { number: 999, description: 'Invented' },
          { number: 2, description: 'Twice' },
        ],
      },
    });
    const { body } = await smart.asEditor('POST', '/api/related-info', {
      collection: 'glossary',
      id: item.id,
    });
    expect(body.madeBy).toBe('ai');
    expect(body.items).toHaveLength(1);
    expect(body.items[0].url).toMatch(/^\//);
    expect(service.requests[0]?.body.messages[1]?.content).toMatch(/<<<MATERIAL-/);
  });

  it('PROMISE 18 says why when the service fails', async () => {
    const item = await firstOf(smart, 'glossary');
    service.always({ kind: 'status', status: 401 });
    const { status, body } = await smart.asEditor('POST', '/api/related-info', {
      collection: 'glossary',
      id: item.id,
    });
    expect(status).toBe(502);
    expect(body.message).toContain('refused the key');
  });

  it('A11.06 refuses what carries no related information, and what is not there', async () => {
    expect(
      (await app.asEditor('POST', '/api/related-info', { collection: 'style-guides', id: 1 }))
        .status,
    ).toBe(400);
    expect(
      (await app.asEditor('POST', '/api/related-info', { collection: 'faq', id: 999_999 })).status,
    ).toBe(404);
  });
});
