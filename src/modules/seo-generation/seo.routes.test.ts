import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { type AiServer, startAiServer } from '#testing/servers/ai-server.ts';

const body = {
  contentType: 'faq',
  title: 'What does consolidated reporting cost?',
  content:
    'Consolidated reporting costs what its accounts cost. It depends on entities and feeds. '.repeat(
      5,
    ),
};
const KEYS = ['focusKeyphrase', 'metaDescription', 'metaTitle', 'seoScore', 'suggestions'];

describe('POST /api/generate-seo without a service', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildApp();
  });
  afterAll(() => app.close());

  it('A14.19 answers 401 to an anonymous visitor', async () => {
    expect((await app.call('POST', '/api/generate-seo', body)).status).toBe(401);
  });

  it('A14.19 answers five parts, with and without a target keyphrase', async () => {
    const without = await app.asEditor('POST', '/api/generate-seo', body);
    expect(without.status).toBe(200);
    expect(Object.keys(without.body).sort()).toEqual(KEYS);
    const target = await app.asEditor('POST', '/api/generate-seo', {
      ...body,
      targetKeyphrase: 'family office cost',
    });
    expect(target.body.focusKeyphrase).toBe('family office cost');
  });

  it.each([{ title: '' }, { content: '  ' }, { title: undefined }])(
    'A10.03 asks for title and content (%j)',
    async (change) => {
      const { status, body: result } = await app.asEditor('POST', '/api/generate-seo', {
        ...body,
        ...change,
      });
      expect(status).toBe(400);
      expect(result.message).toBe(
        'Please fill in title and content fields before generating SEO data',
      );
    },
  );

  it('A10.04 knows duplicates on the site, and none in the item itself', async () => {
    const first = await app.asEditor('POST', '/api/generate-seo', body);
    const { metaTitle, metaDescription } = first.body;
    const { body: item } = await app.asEditor('POST', '/api/faq', {
      question: body.title,
      slug: 'cost',
      answer: body.content,
      metaTitle,
      metaDescription,
    });
    const again = await app.asEditor('POST', '/api/generate-seo', body);
    expect(again.body.suggestions.join()).toMatch(/same meta title/);
    expect(again.body.seoScore).toBeLessThan(first.body.seoScore);
    const own = await app.asEditor('POST', '/api/generate-seo', { ...body, id: item.id });
    expect(own.body.seoScore).toBe(first.body.seoScore);
  });
});

describe('POST /api/generate-seo with a service', () => {
  let app: TestApp;
  let service: AiServer;
  beforeAll(async () => {
    service = await startAiServer();
    app = await buildApp({ settings: { AI_BASE_URL: service.baseUrl, AI_MODEL: 'test-model' } });
  });
  afterAll(async () => {
    await app.close();
    await service.close();
  });
  beforeEach(() => service.reset());

  it('A10.01 lets the service write and the analyser score, within the limits', async () => {
    service.next({
      kind: 'object',
      value: {
        metaTitle: `<b>${'Costs explained '.repeat(8)}</b>`,
        metaDescription: 'What drives the price. '.repeat(20),
        focusKeyphrase: 'reporting costs',
      },
    });
    const { status, body: result } = await app.asEditor('POST', '/api/generate-seo', body);
    expect(status).toBe(200);
    expect(result.metaTitle).toMatch(/^Costs explained/);
    expect(result.metaTitle.length).toBeLessThanOrEqual(60);
    expect(result.metaDescription.length).toBeLessThanOrEqual(160);
    expect(result.focusKeyphrase).toBe('reporting costs');
  });

  it('PROMISE 18 says why when the service fails, and leaves the article as it was', async () => {
    const { body: article } = await app.asEditor('POST', '/api/news', {
      title: body.title,
      slug: 'cost',
      originalContent: body.content,
    });
    service.always({ kind: 'status', status: 404 });
    const failed = await app.asEditor('POST', `/api/news/${article.id}/generate-seo`);
    expect(failed.status).toBe(502);
    expect(failed.body.message).toContain('The AI service');
    expect((await app.asEditor('POST', '/api/generate-seo', body)).status).toBe(502);
    expect((await app.asEditor('GET', `/api/news/${article.id}`)).body).toMatchObject({
      version: article.version,
      metaTitle: null,
    });
  });
});
