import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { of } from '#testing/starter.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ data: 'starter' });
});
afterAll(() => app.close());

interface Shown {
  title: string;
  path: string;
}

const search = async (q: string): Promise<{ answers: Shown[]; best: Shown[] }> =>
  (await app.call('GET', `/api/search?q=${encodeURIComponent(q)}`)).body;

const titlesFor = async (q: string) => (await search(q)).answers.map(({ title }) => title);

const vendors = of('vendors').map(({ name, slug }) => [String(name), String(slug)] as const);

it('the bare name of a vendor asks for nothing of it, and finds it first', async () => {
  expect(vendors.length).toBeGreaterThan(40);
  const wrong: string[] = [];
  for (const [name, slug] of vendors) {
    const { answers, best } = await search(name);
    const [first] = [...answers, ...best];
    if (first?.path !== `/vendors/${slug}` || answers.length > 0)
      wrong.push(`${name}: ${first?.title} ${first?.path}`);
  }
  expect(wrong).toEqual([]);
});

it.for([
  ['canoe', 'canoe-intelligence'],
  ['arch', 'arch'],
  ['eton', 'eton-solutions'],
  ['black diamond', 'ssc-black-diamond'],
  ['mastro', 'masttro'],
] as const)('so does %s, which is short for it or misspelt', async ([name, slug]) => {
  const { answers, best } = await search(name);
  expect([answers, best[0]?.path]).toEqual([[], `/vendors/${slug}`]);
});

it.for([
  ['masttro bill payment', ['Masttro: Bill Payment']],
  ['does masttro have attribution of performance', ['Masttro: Performance Attribution']],
  ['mastro general ledger', ['Masttro: General Ledger']],
  ['masttro security master', ['Masttro: Security Master']],
  ['addepar capital calls', ['Addepar: Capital Call Management']],
  ['masttro security', []],
  ['masttro master', []],
  ['masttro genral ledger', []],
] as const)(
  '%s is told of a feature that is called by its whole name, or by words that no other has',
  async ([q, told]) => {
    expect(await titlesFor(q)).toEqual(told);
  },
);
