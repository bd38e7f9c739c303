import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';

const ROWS = 10_000;
/** Far longer than it takes on an idle machine, and far shorter than anybody waits. */
const SOON_MS = 2000;

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
  await app.connection.pool.query(
    `insert into faq_entries (slug, question, answer, category, display_order)
     select 'question-' || n, 'Question ' || n, repeat('The ledger of a family is kept for years. ', 25) || n,
       'Part ' || n % 20, n
     from generate_series(1, $1::int) n`,
    [ROWS],
  );
  await app.connection.pool.query('analyze faq_entries');
});
afterAll(() => app.close());

it.each([
  ['its first page', '', 10_000, 'Question 1'],
  ['the last page', '&offset=9950', 10_000, 'Question 9951'],
  ['a category', '&category=Part 7', 500, 'Question 7'],
  ['an order by a field', '&sort=-category', 10_000, 'Question 9989'],
  ['a word of every text', '&q=ledger', 10_000, 'Question 1'],
  ['a word of one text', '&q=Question 4321', 1, 'Question 4321'],
])('of 10,000 items %s comes soon', async (_, query, total, first) => {
  const path = `/api/faq?limit=50&view=card${query}`;
  const from = performance.now();
  const { headers, body } = await app.asEditor('GET', path);
  const took = performance.now() - from;
  expect([Number(headers.get('x-total-count')), body[0].question]).toEqual([total, first]);
  expect(took).toBeLessThan(SOON_MS);
});
