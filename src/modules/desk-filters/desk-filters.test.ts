import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

let app: TestApp;
let factory: Factories;
let editor: string;
beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
  editor = await app.signIn('ed@example.com', 'editor');
});
afterAll(() => app.close());

const titlesOf = async (query: string, cookie = editor) => {
  const { status, body } = await app.call('GET', `/api/faq?${query}`, undefined, { cookie });
  expect(status).toBe(200);
  return body.map(({ question }: { question: string }) => question).sort();
};

it('answers 401 to an anonymous visitor who asks for the desk’s filters', async () => {
  for (const query of ['mine=true', 'hasDraft=true'])
    expect([query, (await app.call('GET', `/api/faq?${query}`)).status]).toEqual([query, 401]);
});

it('lists what the person created, changed or drafted, and what has a draft', async () => {
  const made = { question: 'Made by Ed?', slug: 'made', answer: 'Yes.', isPublished: false };
  const created = await app.call('POST', '/api/faq', made, { cookie: editor });
  expect(created.status).toBe(201);
  const changed = await factory.create('faq', { question: 'Changed by Ed?', isPublished: false });
  const change = { answer: 'Changed.' };
  await app.call('PUT', `/api/faq/${changed.id}`, change, { cookie: editor });
  const drafted = await factory.create('faq', { question: 'Drafted by Ed?' });
  await app.call('PUT', `/api/faq/${drafted.id}/draft`, change, { cookie: editor });
  const other = await factory.create('faq', { question: 'Of somebody else?' });
  await app.asEditor('PUT', `/api/faq/${other.id}/draft`, change);
  // The mark of an item that never was public is no draft of it, nor work on its text.
  const ready = await factory.create('faq', { question: 'Ready?', isPublished: false });
  for (const { id } of [created.body, ready]) {
    const path = `/api/faq/${id}/draft/ready`;
    expect((await app.call('POST', path, undefined, { cookie: editor })).status).toBe(200);
  }

  expect(await titlesOf('mine=true')).toEqual(['Changed by Ed?', 'Drafted by Ed?', 'Made by Ed?']);
  expect(await titlesOf('hasDraft=true')).toEqual(['Drafted by Ed?', 'Of somebody else?']);
  expect(await titlesOf('hasDraft=true&mine=true')).toEqual(['Drafted by Ed?']);
  expect(await titlesOf('mine=')).toHaveLength(5);
});

it('ignores parameters that no list knows, such as those of old bookmarks', async () => {
  const all = await titlesOf('');
  expect(await titlesOf('filter=category:any:Tax&columns=slug')).toEqual(all);
  expect((await app.call('GET', '/api/faq?filter=category:empty')).status).toBe(200);
});

it('narrows hubs by the type of their page', async () => {
  for (const pageType of ['faq', 'service'])
    await factory.create('content-hub-configs', { pageType, pageSlug: `of-${pageType}` });
  const { body } = await app.asEditor('GET', '/api/content-hub-configs?pageType=service');
  expect(body.map(({ pageSlug }: { pageSlug: string }) => pageSlug)).toEqual(['of-service']);
});
