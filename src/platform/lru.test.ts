import { expect, it } from 'vitest';
import { createLru } from './lru.ts';

function makeCache(maxBytes: number) {
  return createLru<string>({ maxBytes, sizeOf: (value) => value.length });
}

it('PROMISE 9 drops what was used longest ago when the bytes run out', () => {
  const cache = makeCache(10);
  cache.set('a', '1234');
  cache.set('b', '1234');
  cache.get('a');
  cache.set('c', '1234');
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['1234', undefined, '1234']);
  expect([cache.size, cache.bytes]).toEqual([2, 8]);
});

it('PROMISE 9 does not keep what can never fit, and keeps the rest', () => {
  const cache = makeCache(10);
  cache.set('a', '1234');
  cache.set('big', 'x'.repeat(11));
  expect([cache.get('a'), cache.get('big'), cache.bytes]).toEqual(['1234', undefined, 4]);
  cache.set('a', 'x'.repeat(11));
  expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0]);
});

it('PROMISE 9 counts a replaced, deleted or empty entry rightly', () => {
  const cache = makeCache(100);
  cache.set('a', '12345678');
  cache.set('a', '12');
  expect(cache.bytes).toBe(2);
  expect([cache.delete('a'), cache.delete('a'), cache.bytes]).toEqual([true, false, 0]);
  for (let i = 0; i < 1000; i += 1) cache.set(String(i), '');
  expect([cache.size, cache.bytes]).toEqual([100, 100]);
  cache.clear();
  expect([cache.size, cache.bytes, cache.get('999')]).toEqual([0, 0, undefined]);
});
