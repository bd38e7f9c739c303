import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from '#content/index.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ data: 'starter' });
});
afterAll(() => app.close());

it('A17.04 answers 401 to an anonymous visitor', async () => {
  expect((await app.call('GET', '/api/counts')).status).toBe(401);
});

it('A2.10 counts every collection as its list has it, drafts included', async () => {
  const draft = { question: 'A draft?', slug: 'a-draft', answer: 'Yes.', isPublished: false };
  const created = await app.asEditor('POST', '/api/faq', draft);
  const { body } = await app.asEditor('GET', '/api/counts');
  for (const { name } of registry) {
    const list = await app.asEditor('GET', `/api/${name}?limit=1&status=all`);
    expect([name, body[name]]).toEqual([name, Number(list.headers.get('x-total-count'))]);
  }
  await app.asEditor('DELETE', `/api/faq/${created.body.id}`);
  const after = await app.asEditor('GET', '/api/counts');
  expect(after.body.faq).toBe(body.faq - 1);
  expect(after.body.trash).toBe(body.trash + 1);
});
