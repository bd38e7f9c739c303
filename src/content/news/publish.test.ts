import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';

let app: TestApp;
let count = 0;

const createArticle = async (more: object = {}) => {
  count += 1;
  const { body } = await app.asEditor('POST', '/api/news', {
    title: `Article number ${count}`,
    slug: `article-number-${count}`,
    originalContent:
      'Family offices compare reporting software. Reporting software saves time. '.repeat(20),
    ...more,
  });
  return body;
};

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

describe('POST /api/news/{id}/publish', () => {
  it('A14.26 answers 401 to an anonymous visitor and changes nothing', async () => {
    const { id } = await createArticle({ excerpt: 'x' });
    expect((await app.call('POST', `/api/news/${id}/publish`)).status).toBe(401);
    expect((await app.asEditor('GET', `/api/news/${id}`)).body.status).toBe('draft');
  });

  it('A14.26 A14.27 publishes a draft without a rewrite', async () => {
    const { id, slug } = await createArticle({ excerpt: 'What it says' });
    const { status, body } = await app.asEditor('POST', `/api/news/${id}/publish`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'published' });
    expect(body.publishedOn).not.toBeNull();
    expect((await app.call('GET', `/api/news/${slug}`)).status).toBe(200);
  });

  it('A5.27 A14.26 publishes without an excerpt and with an image without alt text', async () => {
    const { id, slug } = await createArticle({ imageUrl: 'https://images.unsplash.com/x' });
    const { status, body } = await app.asEditor('POST', `/api/news/${id}/publish`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'published', excerpt: null, imageAlt: null });
    expect((await app.call('GET', `/api/news/${slug}`)).status).toBe(200);
  });

  it('PROMISE 14 publishes no version that the editor has not seen', async () => {
    const { id } = await createArticle({ excerpt: 'x' });
    await app.asEditor('PUT', `/api/news/${id}`, { title: 'Changed' });
    const { status } = await app.asEditor('POST', `/api/news/${id}/publish`, undefined, {
      'if-match': '"v1"',
    });
    expect(status).toBe(412);
  });

  it('A14.26 answers 404 for an article that is not there', async () => {
    expect((await app.asEditor('POST', '/api/news/99999/publish')).status).toBe(404);
  });
});

describe('PUT /api/news/{id} with status published', () => {
  it('A5.27 A14.27 publishes whatever the article lacks', async () => {
    const { id, slug } = await createArticle({ imageUrl: 'https://images.unsplash.com/x' });
    const change = { status: 'published', title: 'Saved and published' };
    expect((await app.asEditor('PUT', `/api/news/${id}`, change)).status).toBe(200);
    expect((await app.call('GET', `/api/news/${slug}`)).body).toMatchObject(change);
  });

  it('A14.24 lets what is public be edited, and undone, whatever it lacks', async () => {
    const { id } = await createArticle({ status: 'published' });
    const change = { status: 'published', title: 'A new title' };
    expect((await app.asEditor('PUT', `/api/news/${id}`, change)).status).toBe(200);
    expect((await app.asEditor('PUT', `/api/news/${id}`, { status: 'draft' })).status).toBe(200);
    const { body: revisions } = await app.asEditor('GET', `/api/revisions/news/${id}`);
    const path = `/api/revisions/news/${id}/${revisions[0].id}/restore`;
    expect((await app.asEditor('POST', path)).body.status).toBe('published');
  });
});

describe('POST /api/news/{id}/generate-seo', () => {
  it('A14.28 answers 401 to an anonymous visitor', async () => {
    const { id } = await createArticle();
    expect((await app.call('POST', `/api/news/${id}/generate-seo`)).status).toBe(401);
  });

  it('A5.28 A14.28 fills the meta fields without an AI service', async () => {
    const { id } = await createArticle();
    const { status, body } = await app.asEditor('POST', `/api/news/${id}/generate-seo`);
    expect(status).toBe(200);
    expect(body.focusKeyphrase).toBe('reporting software');
    expect(body.suggestions.length).toBeGreaterThan(0);
    const { body: article } = await app.asEditor('GET', `/api/news/${id}`);
    expect(article).toMatchObject({
      metaTitle: body.metaTitle,
      metaDescription: body.metaDescription,
      status: 'draft',
    });
    expect(body.article.version).toBe(article.version);
    expect(article.metaTitle).toMatch(/\S/);
    expect(article.metaDescription.length).toBeGreaterThan(50);
  });
});

describe('POST /api/news/{id}/generate-seo?preview=true', () => {
  it('A5.28 answers meta texts and stores none', async () => {
    const { id } = await createArticle({ metaTitle: 'Written by hand' });
    const path = `/api/news/${id}/generate-seo?preview=true`;
    const { status, body } = await app.asEditor('POST', path);
    expect(status).toBe(200);
    expect(body.metaDescription.length).toBeGreaterThan(50);
    const { body: article } = await app.asEditor('GET', `/api/news/${id}`);
    expect(article).toMatchObject({
      metaTitle: 'Written by hand',
      metaDescription: null,
      version: 1,
    });
  });
});

describe('DELETE /api/news/bulk/unpublished', () => {
  it('A14.30 answers 401 to an anonymous visitor and deletes nothing', async () => {
    const before = (await app.asEditor('GET', '/api/news')).body.length;
    expect((await app.call('DELETE', '/api/news/bulk/unpublished')).status).toBe(401);
    expect((await app.asEditor('GET', '/api/news')).body).toHaveLength(before);
  });

  it('A5.11 A14.30 moves drafts and rewritten ones to the trash, and leaves what is published', async () => {
    for (const status of ['draft', 'rewritten', 'published']) await createArticle({ status });
    type Item = { status: string };
    const { body: list } = await app.asEditor('GET', '/api/news');
    const unpublished = list.filter((item: Item) => item.status !== 'published');
    const statuses = unpublished.map((item: Item) => item.status);
    expect(new Set(statuses)).toEqual(new Set(['draft', 'rewritten']));
    const { status, body } = await app.asEditor('DELETE', '/api/news/bulk/unpublished');
    expect(status).toBe(200);
    expect(body).toEqual({ deletedCount: unpublished.length });
    const { body: left } = await app.asEditor('GET', '/api/news');
    expect(left).toHaveLength(list.length - unpublished.length);
    expect(new Set(left.map((item: Item) => item.status))).toEqual(new Set(['published']));
    const { body: trash } = await app.asEditor('GET', '/api/trash');
    expect(
      trash.filter((entry: { collection: string }) => entry.collection === 'news'),
    ).toHaveLength(unpublished.length);
    const restored = await app.asEditor('POST', `/api/trash/${trash[0].id}/restore`);
    expect(restored.status).toBeLessThan(300);
    expect((await app.asEditor('DELETE', '/api/news/bulk/unpublished')).body).toEqual({
      deletedCount: 1,
    });
    expect((await app.asEditor('DELETE', '/api/news/bulk/unpublished')).body).toEqual({
      deletedCount: 0,
    });
  });

  it('A5.11 has their links watched no longer, and again when they come back', async () => {
    const body = { originalContent: 'See https://named-by-both.example/.' };
    const live = await createArticle({ ...body, status: 'published' });
    const draft = await createArticle(body);
    const usedIn = async () => {
      const links = await app.asEditor('GET', '/api/link-checks?q=named-by-both');
      return links.body[0].usedIn.map(({ id }: { id: number }) => id);
    };
    expect(await usedIn()).toEqual([live.id, draft.id]);
    await app.asEditor('DELETE', '/api/news/bulk/unpublished');
    expect(await usedIn()).toEqual([live.id]);
    const [entry] = (await app.asEditor('GET', '/api/trash')).body;
    await app.asEditor('POST', `/api/trash/${entry.id}/restore`);
    expect(await usedIn()).toEqual([live.id, draft.id]);
  });
});

it('A14.31 lists the names of categories', async () => {
  await createArticle({ category: 'Software', status: 'published' });
  await createArticle({ category: 'Hidden' });
  expect((await app.call('GET', '/api/categories')).body).toEqual(['Software']);
  expect((await app.asEditor('GET', '/api/categories')).body).toEqual(['Hidden', 'Software']);
});
