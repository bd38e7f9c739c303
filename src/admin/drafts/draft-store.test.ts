import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Draft, dropDraft, keepDraft, readDraft } from './draft-store.ts';

const draft: Draft = { values: { a: 1 }, base: { a: 0 }, version: 3, at: '2026-01-01T00:00:00Z' };

const storage = (stored = new Map<string, string>()) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});

beforeEach(() => Object.assign(globalThis, { localStorage: storage() }));
afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));

it('PROMISE 15 keeps the text of each item apart, until it is saved or discarded', () => {
  keepDraft('faq', 1, draft);
  expect(readDraft('faq', 1)).toEqual(draft);
  expect(readDraft('faq', 2)).toBeNull();
  expect(readDraft('glossary', 1)).toBeNull();
  expect(readDraft('faq', 'new')).toBeNull();
  dropDraft('faq', 1);
  expect(readDraft('faq', 1)).toBeNull();
});

it('PROMISE 15 survives a full, forbidden or damaged storage', () => {
  const full = () => {
    throw new Error('Quota exceeded');
  };
  Object.assign(globalThis, {
    localStorage: { getItem: () => '{damaged', setItem: full, removeItem: full },
  });
  keepDraft('faq', 1, draft);
  expect(readDraft('faq', 1)).toBeNull();
  dropDraft('faq', 1);
});
