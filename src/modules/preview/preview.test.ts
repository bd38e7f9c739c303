import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ data: 'starter' });
});
afterAll(() => app.close());

const preview = (markdown: string, autoLink = false) =>
  app.asEditor('POST', '/api/preview', { markdown, autoLink });

it('A4.08 renders markdown as the public page does', async () => {
  const { status, body } = await preview('# A heading\n\n- one\n- two');
  expect(status).toBe(200);
  expect(body.html).toMatch(/<h\d[^>]*>A heading<\/h\d>/);
  expect(body.html).toContain('<li>one</li>');
});

it('P18.09 links glossary terms only when it is asked to', async () => {
  const terms = await app.asEditor('GET', '/api/glossary');
  const { term } = terms.body.find((entry: { autoLink: boolean }) => entry.autoLink);
  expect((await preview(`About ${term} here.`, true)).body.html).toContain('href="/glossary/');
  expect((await preview(`About ${term} here.`)).body.html).not.toContain('href="/glossary/');
});

it('carries a text as long as the formatted view does, and names the field of a longer one', async () => {
  const text = 'words '.repeat(90_000).slice(0, 500_000);
  expect((await preview(text)).status).toBe(200);
  const refused = await preview(`${text}s`);
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['markdown']]);
});

it('PROMISE 7 shows no script of a text', async () => {
  const { body } = await preview('<script>alert(1)</script> [x](javascript:alert(1))');
  expect(body.html).not.toMatch(/<script|href="javascript/i);
});
