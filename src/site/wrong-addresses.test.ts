import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '#testing/browser.ts';

let site: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  site = await startServer();
});
afterAll(() => site.close());

const statusOf = async (path: string) => (await fetch(site.url + path)).status;

const FILTERS = {
  '/vendors': ['q', 'category', 'market', 'aum'],
  '/features': ['q', 'category'],
  '/faq': ['q', 'category'],
  '/compare': ['vendor', 'find'],
  '/search': ['q', 'kind', 'exact'],
};
const PLACES =
  '/ /vendors/ /features/ /faq/ /glossary/ /news/ /types/ /services/ /use-cases/ /buyers-guides/ /comparisons/ /compare/';

describe('PROMISE 12 an address that nobody could have meant is refused, never an error of ours', () => {
  it.each(Object.entries(FILTERS))(
    'characters that no text has, in a filter of %s',
    async (path, names) => {
      for (const name of names) {
        for (const value of ['%00', 'a%00b', '%ED%A0%80']) {
          const address = `${path}?${name}=${value}`;
          expect([address, await statusOf(address)]).toEqual([
            address,
            value.includes('00') ? 400 : 200,
          ]);
        }
        const long = `${path}?${name}=${'x'.repeat(600)}`;
        expect([name, await statusOf(long)]).toEqual([name, 200]);
      }
    },
  );

  it.each([
    'q=a&kind=zzz',
    'q=a&kind=users&kind=vendors',
    'q=a&exact=zzz',
    'q=a&exact=&kind=',
    `q=${'x'.repeat(201)}`,
    `q=${'x'.repeat(199)}%F0%9F%91%AA`,
    'q=a&q=b',
    'q=a&limit=9999',
  ])('a search with %s', async (query) => {
    expect(await statusOf(`/search?${query}`)).toBe(200);
  });

  it.each(PLACES.split(' '))('slugs longer than any that is stored, below %s', async (place) => {
    for (const length of [200, 201, 500, 501, 2000]) {
      expect([length, await statusOf(place + 'x'.repeat(length))]).toEqual([length, 404]);
    }
  });

  it('pairs of which one side is too long', async () => {
    for (const length of [200, 201, 490, 499, 500, 600]) {
      const pair = `${'x'.repeat(length)}-vs-addepar`;
      expect([length, await statusOf(`/compare/${pair}`)]).toEqual([length, 404]);
    }
    expect(await statusOf(`/compare/${'a-vs-'.repeat(99)}b`)).toBe(404);
  });
});

it.each([
  '/no/such/page',
  '/zzz',
  '/vendors/zzz',
  '/features/zzz',
  '/use-cases/zzz',
  '/buyers-guides/zzz',
  '/news/zzz',
  '/faq/zzz',
  '/glossary/zzz',
  '/services/zzz',
  '/types/zzz',
  '/compare/zzz-vs-yyy',
  '/comparisons/zzz',
])('%s is not there, and offers the search and a way on', async (path) => {
  const html = await (await fetch(site.url + path)).text();
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  expect(main).toContain('action="/search"');
  expect(main).toMatch(/<a href="\/[^"]*"/);
});
