import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyItem } from '#kit/collection.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

let app: TestApp;
let factory: Factories;

beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
});
afterAll(() => app.close());

const get = async (path: string) => (await app.call('GET', path)).body;
const draft = { isPublished: false };
const live = { isPublished: true };

/** Anonymous responses at a path never mention a draft; an editor's may. */
const expectNoTrace = async (path: string, hidden: AnyItem, title: string) => {
  const text = JSON.stringify(await get(path));
  expect(text).not.toContain(hidden.slug);
  expect(text).not.toContain(title);
};

describe('PROMISE 5 drafts never reach an anonymous visitor through something else', () => {
  it('as a suggestion of the comparison that is not there', async () => {
    await factory.create('vendors', { name: 'Openvendor' });
    const hidden = await factory.create('vendors', { name: 'Hiddenvendor', ...draft });
    await expectNoTrace('/api/compare/hiddenvendor-vs-openvendor', hidden, 'Hiddenvendor"');
    expect((await app.call('GET', `/api/compare/${hidden.slug}-vs-x`)).body.suggestions).toEqual([
      { name: 'Openvendor', slug: expect.any(String) },
    ]);
  });

  it('A11.24 as one side of a comparison, even when it is hidden or deleted later', async () => {
    const pair = await factory.create('comparisons');
    const a = pair.vendorAId;
    const b = pair.vendorBId;
    const other = await get(`/api/vendors/${b}`);
    const paths = [`/api/comparisons/${pair.slug}`, `/api/compare/${pair.slug}`];
    for (const path of paths) expect((await app.call('GET', path)).status).toBe(200);
    await app.asEditor('PUT', `/api/vendors/${a}`, draft);
    for (const path of paths) expect((await app.call('GET', path)).status).toBe(404);
    const lists = [
      '/api/comparisons',
      '/api/comparisons?view=card',
      `/api/vendors/${b}/comparisons`,
    ];
    for (const path of lists) expect(await get(path)).toEqual([]);
    expect((await app.call('GET', `/api/vendors/${a}/comparisons`)).status).toBe(404);
    expect((await app.asEditor('GET', `/api/comparisons/${pair.slug}`)).body.vendorB.slug).toBe(
      other.slug,
    );
    await app.asEditor('DELETE', `/api/vendors/${a}`);
    expect((await app.call('GET', paths[0] ?? '')).status).toBe(404);
    expect((await app.asEditor('GET', paths[0] ?? '')).status).toBe(200);
    const [entry] = (await app.asEditor('GET', '/api/trash')).body;
    await app.asEditor('POST', `/api/trash/${entry.id}/restore`);
    await app.asEditor('PUT', `/api/vendors/${a}`, live);
    expect((await app.call('GET', paths[0] ?? '')).status).toBe(200);
  });

  it('as a related vendor, a vendor of a use case, or a filter option', async () => {
    const vendor = await factory.create('vendors', { categories: ['Reporting'] });
    const hidden = await factory.create('vendors', {
      name: 'Hidden sibling',
      categories: ['Reporting', 'Hidden category'],
      displayOrder: -9,
      isFeatured: true,
      ...draft,
    });
    const useCase = await factory.create('use-cases');
    await expectNoTrace(`/api/vendors/${vendor.slug}`, hidden, 'Hidden sibling');
    await expectNoTrace(`/api/use-cases/${useCase.slug}`, hidden, 'Hidden sibling');
    await expectNoTrace('/api/vendors?featured=true', hidden, 'Hidden sibling');
    await expectNoTrace('/api/vendors?q=Hidden', hidden, 'Hidden sibling');
    await expectNoTrace('/api/vendor-facets', hidden, 'Hidden category');
  });

  it('as a related question', async () => {
    const open = await factory.create('faq', { question: 'Open question?' });
    const hidden = await factory.create('faq', { question: 'Never told?', ...draft });
    await factory.create('faq', { question: 'Another open one?' });
    await expectNoTrace(`/api/faq/${open.slug}`, hidden, 'Never told?');
    const { relatedQuestions } = await get(`/api/faq/${open.slug}`);
    expect(JSON.stringify(relatedQuestions)).toContain('Another open one?');
  });

  it('as an item of a hub, or as the page that a hub belongs to', async () => {
    const page = await factory.create('types');
    const open = await factory.create('faq');
    const hidden = await factory.create('faq');
    const gone = await factory.create('glossary');
    const moved = await factory.create('services');
    await app.asEditor('PUT', `/api/services/${moved.id}`, { slug: 'moved-service' });
    const items = [
      { type: 'type', title: 'This page', isCurrentPage: true },
      { type: 'faq', title: 'Open item', slug: open.slug },
      { type: 'faq', title: 'Hidden item', slug: hidden.slug },
      { type: 'glossary', title: 'Gone item', slug: gone.slug },
      { type: 'service', title: 'Moved item', slug: moved.slug },
    ];
    const hub = await factory.create('content-hub-configs', {
      pageType: 'type',
      pageSlug: page.slug,
      relatedContent: items,
    });
    await app.asEditor('PUT', `/api/faq/${hidden.id}`, draft);
    await app.asEditor('DELETE', `/api/glossary/${gone.id}`);
    const path = `/api/content-hub-config/type/${page.slug}`;
    const titles = (body: { relatedContent: { title: string }[] }) =>
      body.relatedContent.map(({ title }) => title);
    expect(titles(await get(path))).toEqual(['This page', 'Open item', 'Moved item']);
    expect(titles((await app.asEditor('GET', path)).body)).toHaveLength(5);
    await app.asEditor('PUT', `/api/types/${page.id}`, draft);
    expect(await get(path)).toBeNull();
    await app.asEditor('PUT', `/api/types/${page.id}`, live);
    await app.asEditor('PUT', `/api/content-hub-configs/${hub.id}`, { isEnabled: false });
    expect(await get(path)).toBeNull();
  });

  it('as related information that names an item of the site', async () => {
    const open = await factory.create('glossary');
    const hidden = await factory.create('glossary', { term: 'Hidden term', ...draft });
    const info = (title: string, url: string) => ({
      title,
      source: 'Site',
      description: title,
      url,
    });
    const kept = [
      info('Open', `/glossary/${open.slug}`),
      info('Outside', 'https://example.com/glossary/x'),
      info('Page', '/compare?vendor=x'),
    ];
    const faq = await factory.create('faq', {
      relatedInfoCache: [...kept, info('Hidden term', `/glossary/${hidden.slug}`)],
    });
    expect(faq.relatedInfoCachedAt).not.toBeNull();
    expect((await get(`/api/faq/${faq.slug}`)).relatedInfoCache).toEqual(kept);
    await expectNoTrace('/api/faq', hidden, 'Hidden term');
    expect((await app.asEditor('GET', `/api/faq/${faq.id}`)).body.relatedInfoCache).toHaveLength(4);
    const spellings = [`/Glossary/${hidden.slug}`, `//glossary/${hidden.slug}/`.slice(1)];
    for (const url of [...spellings, `/x/../glossary/%69${String(hidden.slug).slice(1)}?a#b`]) {
      const relatedInfoCache = [info('Hidden term', url)];
      await app.asEditor('PUT', `/api/faq/${faq.id}`, { relatedInfoCache });
      expect([url, (await get(`/api/faq/${faq.slug}`)).relatedInfoCache]).toEqual([url, []]);
    }
  });

  it('as an auto-link', async () => {
    const term = await factory.create('glossary', {
      term: 'Zebrafund',
      definition: 'Striped secret',
      autoLink: true,
      ...draft,
    });
    const faq = await factory.create('faq', { answer: 'About a zebrafund.' });
    const html = async () => (await get(`/api/faq/${faq.slug}`)).html.answer;
    expect(await html()).not.toContain('href');
    await app.asEditor('PUT', `/api/glossary/${term.id}`, live);
    expect(await html()).toContain(`href="/glossary/${term.slug}"`);
    await app.asEditor('PUT', `/api/glossary/${term.id}`, draft);
    expect(await html()).not.toContain('href');
    await app.asEditor('PUT', `/api/glossary/${term.id}`, live);
    await app.asEditor('DELETE', `/api/glossary/${term.id}`);
    expect(await html()).not.toContain('href');
  });

  it('as a page of the footer', async () => {
    const hidden = await factory.create('pages', {
      title: 'Hidden page',
      showInFooter: true,
      ...draft,
    });
    await factory.create('pages', { title: 'Open page', showInFooter: true });
    await expectNoTrace('/api/footer-pages', hidden, 'Hidden page');
    expect(JSON.stringify(await get('/api/footer-pages'))).toContain('Open page');
  });

  it('as a redirect that a slug left behind', async () => {
    const hidden = await factory.create('types', draft);
    await app.asEditor('PUT', `/api/types/${hidden.id}`, { slug: 'secret-new-name' });
    expect(await get(`/api/redirect?path=/types/${hidden.slug}`)).toEqual({ toPath: null });
  });

  it('as the end of a redirect, once what it leads to is hidden', async () => {
    const item = await factory.create('types', live);
    await app.asEditor('PUT', `/api/types/${item.id}`, { slug: 'moved-and-hidden' });
    const path = `/api/redirect?path=/types/${item.slug}`;
    expect(await get(path)).toEqual({ toPath: '/types/moved-and-hidden' });
    await app.asEditor('PUT', `/api/types/${item.id}`, draft);
    expect(await get(path)).toEqual({ toPath: null });
    expect((await app.asEditor('GET', path)).body.toPath).toBe('/types/moved-and-hidden');
    const [redirect] = (await app.asEditor('GET', '/api/redirects?q=moved-and-hidden')).body;
    expect((await app.call('GET', `/api/redirects/${redirect.id}`)).status).toBe(401);
  });
});
