import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildApp, type TestApp } from '#testing/build-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ data: 'starter' });
});
afterAll(() => app.close());

const asked: Record<'seen' | 'aside', [string, ...string[]][]> = parse(
  readFileSync(new URL('./questions.yaml', import.meta.url), 'utf8'),
);

/** The first three results: the answers, then the best pages. */
const firstThree = async (question: string): Promise<string[]> => {
  const { body } = await app.call('GET', `/api/search?q=${encodeURIComponent(question)}`);
  const paths = [...body.answers, ...body.best].map(({ path }: { path: string }) => path);
  return [...new Set(paths)].slice(0, 3);
};

it.for(['seen', 'aside'] as const)(
  '95 in 100 of the questions that were %s have the right answer among the first three',
  { timeout: 120_000 },
  async (which, { annotate }) => {
    const missed: string[] = [];
    for (const [question, ...right] of asked[which]) {
      const first = await firstThree(question);
      if (!first.some((path) => right.includes(path)))
        missed.push(`${question}: ${first.join(' ')}`);
    }
    await annotate(`${missed.length} of ${asked[which].length} missed: ${missed.join(', ')}`);
    const share = 1 - missed.length / asked[which].length;
    expect(share, missed.join('\n')).toBeGreaterThanOrEqual(0.95);
  },
);

it('149 questions are asked', () => {
  expect([...asked.seen, ...asked.aside]).toHaveLength(149);
});
