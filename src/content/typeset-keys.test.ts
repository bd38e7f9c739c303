import { afterAll, beforeAll, expect, it } from 'vitest';
import { typesetTexts } from '#site/api/typeset-texts.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ data: 'empty' });
});
afterAll(() => site.close());

const STRAIGHT = /["']/;

it('sets the quotes of excerpts in lists, and leaves what is stored as it is', async () => {
  const text = `The office's own **"book of record"** is not the custodian's.`;
  const set = 'The office’s own “book of record” is not the custodian’s.';
  const term = { term: 'Book', slug: 'book', definition: text };
  const question = { question: "Whose book's that?", slug: 'whose', answer: text };
  expect((await site.asEditor('POST', '/api/glossary', term)).status).toBe(201);
  expect((await site.asEditor('POST', '/api/faq', question)).status).toBe(201);
  for (const path of ['/glossary', '/faq', '/search?q=book']) {
    const { document } = await site.get(path);
    const shown = [...document.querySelectorAll('main p')].map((p) => p.textContent ?? '');
    expect([path, shown.filter((words) => words.includes('custodian'))[0]]).toEqual([path, set]);
    expect(shown.filter((words) => STRAIGHT.test(words))).toEqual([]);
  }
  expect((await site.call('GET', '/api/glossary/book')).body.definition).toBe(text);
  expect((await site.call('GET', '/api/faq/whose')).body.answer).toBe(text);
});

it('sets notes, facts and lists of words, and no finished HTML', () => {
  const html = { answer: `<a href="/x">it's</a>` };
  expect(
    typesetTexts({ note: `the vendor's`, keyFeatures: [`a "b"`], rows: [{ note: `c's` }], html }),
  ).toEqual({
    note: 'the vendor’s',
    keyFeatures: ['a “b”'],
    rows: [{ note: 'c’s' }],
    html: { answer: `<a href="/x">it's</a>` },
  });
  expect(typesetTexts({ category: "Buyer's", slug: "it's" })).toEqual({
    category: "Buyer's",
    slug: "it's",
  });
});
