import { expect, it, vi } from 'vitest';
import { PageAnswers } from './page-answers.ts';

const queryOf = (path: string, queryFn: () => Promise<unknown>) => ({ queryKey: [path], queryFn });

it('asks once for an answer, however often and from wherever it is wanted', async () => {
  const answers = new PageAnswers();
  const ask = vi.fn(async () => ({ name: 'Addepar' }));
  const query = queryOf('/api/vendors/addepar', ask);
  const [first, second] = await Promise.all([
    answers.ensureQueryData(query),
    answers.ensureQueryData(query),
    answers.prefetchQuery(query),
  ]);
  expect(ask).toHaveBeenCalledOnce();
  expect(first).toBe(second);
  expect(answers.getQueryData(['/api/vendors/addepar'])).toBe(first);
  expect(answers.find(first)).toMatchObject({ key: ['/api/vendors/addepar'] });
  expect(answers.all()).toHaveLength(1);
});

it('tells whoever needs an answer that it failed, and remembers it for whoever does not', async () => {
  const answers = new PageAnswers();
  const query = queryOf('/api/news', () => Promise.reject(new Error('away')));
  await expect(answers.ensureQueryData(query)).rejects.toThrow('away');
  await expect(answers.prefetchQuery(query)).resolves.toBeUndefined();
  expect(answers.failureOf(['/api/news'])?.message).toBe('away');
  expect(answers.failureOf(['/api/faq'])).toBeNull();
  expect(answers.all()).toEqual([]);
});

it('does not ask for what it was given', async () => {
  const answers = new PageAnswers();
  const ask = vi.fn(async () => 'asked');
  answers.setQueryData(['/api/auth/user'], 'given');
  expect(await answers.ensureQueryData(queryOf('/api/auth/user', ask))).toBe('given');
  expect(ask).not.toHaveBeenCalled();
});

it('keeps what it is given in place of what it had', () => {
  const answers = new PageAnswers();
  answers.setQueryData(['/api/auth/user'], null);
  answers.setQueryData(['/api/auth/user'], { id: 1 });
  answers.setQueryData(['a', { b: 1 }], 'long key');
  expect(answers.getQueryData(['/api/auth/user'])).toEqual({ id: 1 });
  expect(answers.getQueryData(['a', { b: 1 }])).toBe('long key');
  expect(answers.all()).toHaveLength(2);
});

it('public pages read answers with hooks that know the server', () => {
  const files = import.meta.glob(
    ['../**/*.{ts,tsx}', '../../content/*/site/**/*.{ts,tsx}', '!**/*.test.*', '!./use-answer.ts'],
    { query: '?raw', import: 'default', eager: true },
  ) as Record<string, string>;
  expect(Object.keys(files).length).toBeGreaterThan(80);
  const usesOthers = ([, text]: [string, string]) =>
    /import[^;]*\buse(?:Suspense)?(?:Infinite)?Quer(?:y|ies)\b[^;]*react-query/.test(text);
  expect(Object.entries(files).filter(usesOthers)).toEqual([]);
});
