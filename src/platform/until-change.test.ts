import { afterEach, expect, it } from 'vitest';
import { emitChange } from './changes.server.ts';
import { keepUntilChange, setChangesHeard } from './until-change.server.ts';

afterEach(() => setChangesHeard(true));

const counter = () => {
  let loads = 0;
  return async () => {
    loads += 1;
    return loads;
  };
};

it('PROMISE 23 keeps an answer until one of its collections changes, and only then', async () => {
  const keep = keepUntilChange<number>(['faq', 'vendors']);
  const load = counter();
  expect(await keep('a', load)).toBe(1);
  emitChange(['glossary', 'glossary/1']);
  expect(await keep('a', load)).toBe(1);
  emitChange(['vendors', 'vendors/7']);
  expect(await keep('a', load)).toBe(2);
  emitChange(['*']);
  expect(await keep('a', load)).toBe(3);
});

it('PROMISE 23 takes nothing for true that was read before a change', async () => {
  const keep = keepUntilChange<string>(['faq']);
  const gate = Promise.withResolvers<string>();
  const early = keep('a', () => gate.promise);
  emitChange(['faq']);
  expect(await keep('a', async () => 'new')).toBe('new');
  gate.resolve('old');
  expect(await early).toBe('old');
  expect(await keep('a', async () => 'newer')).toBe('new');
});

it('PROMISE 19 keeps nothing while changes are not heard, and no failure ever', async () => {
  const keep = keepUntilChange<number>(['faq']);
  const load = counter();
  await expect(keep('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await keep('a', load)).toBe(1);
  setChangesHeard(false);
  expect(await keep('a', load)).toBe(2);
  expect(await keep('a', load)).toBe(3);
});
