import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ data: 'starter' });
});
afterAll(() => app.close());

/** Letters next to each other on a keyboard, and letters that are not; each place takes one after the other. */
const LETTERS = 'aeskq';

/** As many as there are connections. */
const AT_ONCE = 5;

/** Every dropped and every swapped letter, and at every place one that is wrong and one too many. */
const mistakesIn = (name: string): string[] => {
  const places = Array.from(name, (_, at) => at);
  const letterAt = (at: number) => LETTERS[at % LETTERS.length] ?? 'a';
  const made = places.flatMap((at) => [
    name.slice(0, at) + name.slice(at + 1),
    name.slice(0, at) + (name[at + 1] ?? '') + name[at] + name.slice(at + 2),
    name.slice(0, at) + letterAt(at) + name.slice(at + 1),
    name.slice(0, at) + letterAt(at) + name.slice(at),
  ]);
  return [...new Set(made)].filter((mistake) => mistake.toLowerCase() !== name.toLowerCase());
};

it('a word of a title is corrected to nothing, of whatever kind the page is', async () => {
  const correctedOf = async (q: string) =>
    (await app.call('GET', `/api/search?q=${q}`)).body.corrected;
  expect(await correctedOf('mastro')).toBe('masttro');
  const made = await app.asEditor('POST', '/api/faq', {
    question: 'What is a Mastro?',
    slug: 'what-is-a-mastro',
    answer: 'A sail.',
  });
  expect(made.status).toBe(201);
  expect(await correctedOf('mastro')).toBeNull();
  await app.asEditor('DELETE', `/api/faq/${made.body.id}`);
});

it('a vendor is among the first three for 95 % of all mistakes of one letter in its name', async () => {
  const { body: vendors } = await app.call('GET', '/api/vendors?view=card&limit=100');
  expect(vendors.length).toBeGreaterThanOrEqual(30);
  const asked: { mistake: string; path: string }[] = vendors.flatMap(
    ({ name, slug }: { name: string; slug: string }) =>
      mistakesIn(name).map((mistake) => ({ mistake, path: `/vendors/${slug}` })),
  );
  expect(asked.length).toBeGreaterThan(1500);
  const missed: string[] = [];
  const tryOne = async ({ mistake, path }: { mistake: string; path: string }) => {
    const q = encodeURIComponent(mistake);
    const { body } = await app.call('GET', `/api/search/suggestions?q=${q}`);
    const first = body.items.slice(0, 3).map((item: { path: string }) => item.path);
    if (!first.includes(path)) missed.push(mistake);
  };
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    await Promise.all(asked.slice(at, at + AT_ONCE).map(tryOne));
  }
  expect(missed.length / asked.length, missed.join(', ')).toBeLessThanOrEqual(0.05);
}, 400_000);
