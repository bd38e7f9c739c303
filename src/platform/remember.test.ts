import { afterEach, expect, it } from 'vitest';
import { emitChange } from './changes.server.ts';
import { setChangesHeard } from './changes-heard.server.ts';
import { collectReads, noteReads } from './reads.server.ts';
import { createStore, rememberUntilChange } from './remember.server.ts';

afterEach(() => setChangesHeard(true));

/** Counts its loads, each of which reads these. */
const counter = (...reads: string[]) => {
  let loads = 0;
  return async () => {
    noteReads(reads);
    loads += 1;
    return loads;
  };
};

it('PROMISE 23 remembers a value until something that it read changes, and only then', async () => {
  const remember = rememberUntilChange<number>();
  const load = counter('faq', 'vendors/7');
  expect(await remember('a', load)).toBe(1);
  emitChange(['glossary', 'vendors', 'vendors/8']);
  expect(await remember('a', load)).toBe(1);
  emitChange(['vendors', 'vendors/7']);
  expect(await remember('a', load)).toBe(2);
  emitChange(['*']);
  expect(await remember('a', load)).toBe(3);
});

it('PROMISE 23 takes nothing for true that was read before a change', async () => {
  const remember = rememberUntilChange<string>();
  const gate = Promise.withResolvers<string>();
  const early = remember('a', () => {
    noteReads(['faq']);
    return gate.promise;
  });
  emitChange(['faq']);
  expect(await remember('a', async () => 'new')).toBe('new');
  gate.resolve('old');
  expect(await early).toBe('old');
  expect(await remember('a', async () => 'newer')).toBe('new');
});

it('shares a load with whoever asks after a change that did not touch it; one that did costs one more', async () => {
  const remember = rememberUntilChange<number>();
  let gate = Promise.withResolvers<void>();
  let loads = 0;
  const load = async () => {
    noteReads(['vendors/7']);
    loads += 1;
    const count = loads;
    await gate.promise;
    return count;
  };
  const first = remember('a', load);
  emitChange(['vendors/8']);
  const joined = [remember('a', load), remember('a', load)];
  gate.resolve();
  expect(await Promise.all([first, ...joined])).toEqual([1, 1, 1]);
  emitChange(['vendors/7']);
  gate = Promise.withResolvers();
  const overtaken = remember('a', load);
  emitChange(['vendors/7']);
  const later = [remember('a', load), remember('a', load), remember('a', load)];
  gate.resolve();
  expect(await overtaken).toBe(2);
  expect(await Promise.all(later)).toEqual([3, 3, 3]);
});

it('PROMISE 19 remembers nothing while changes are not heard, and no failure ever', async () => {
  const remember = rememberUntilChange<number>();
  const load = counter('faq');
  await expect(remember('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await remember('a', load)).toBe(1);
  setChangesHeard(false);
  expect(await remember('a', load)).toBe(2);
  expect(await remember('a', load)).toBe(3);
});

it('PROMISE 23 who uses a value has read what it was made from: made, joined or remembered', async () => {
  const remember = rememberUntilChange<number>();
  const load = counter('vendors', 'vendors/1');
  const use = () => collectReads(() => remember('a', load));
  const [made, joined] = await Promise.all([use(), use()]);
  const remembered = await use();
  expect([made.result, joined.result, remembered.result]).toEqual([1, 1, 1]);
  for (const { read } of [made, joined, remembered]) {
    expect([...read]).toEqual(['vendors', 'vendors/1']);
  }
});

it('holds no more than it may, and forgets first what was used longest ago', () => {
  const store = createStore<string>({ maxBytes: 100, bytesOf: (text) => text.length });
  const put = (key: string, text: string) =>
    store.set(key, { value: text, reads: new Set(), generation: 1e9 });
  put('a', 'x'.repeat(40));
  put('b', 'x'.repeat(40));
  store.get('a');
  put('c', 'x'.repeat(40));
  const isHeld = (key: string) => store.getOld(key) !== undefined;
  expect(['a', 'b', 'c'].map(isHeld)).toEqual([true, false, true]);
  put('d', 'x'.repeat(200));
  expect(['a', 'c', 'd'].map(isHeld)).toEqual([true, true, false]);
  expect(store.bytes).toBeLessThanOrEqual(100);
});
