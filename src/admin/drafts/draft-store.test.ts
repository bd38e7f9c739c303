import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Draft, dropDraft, keepDraft, listDrafts } from './draft-store.ts';

const draft: Draft = { values: { a: 1 }, base: { a: 0 }, version: 3, at: '2026-01-01T00:00:00Z' };

/** Its keys are its own properties, as a browser's storage has them. */
const storage = () => {
  const stored: Record<string, string> = {};
  const hide = (name: string, value: unknown) => Object.defineProperty(stored, name, { value });
  hide('getItem', (key: string) => stored[key] ?? null);
  hide('setItem', (key: string, value: string) => {
    stored[key] = value;
  });
  hide('removeItem', (key: string) => {
    delete stored[key];
  });
  return stored;
};

beforeEach(() => Object.assign(globalThis, { localStorage: storage() }));
afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));

it('PROMISE 15 keeps the text of each form apart, until it is saved or discarded', () => {
  const first = { name: 'faq', id: 'new', slot: 'one' } as const;
  const second = { name: 'faq', id: 'new', slot: 'two' } as const;
  expect(keepDraft(first, draft)).toBe(true);
  keepDraft(second, { ...draft, at: '2026-01-02T00:00:00Z' });
  keepDraft({ name: 'glossary', id: 7, slot: 'x' }, { ...draft, at: '2026-01-03T00:00:00Z' });
  localStorage.setItem('theme', 'dark');
  expect(listDrafts().map(({ name, id, slot }) => [name, id, slot])).toEqual([
    ['glossary', 7, 'x'],
    ['faq', 'new', 'two'],
    ['faq', 'new', 'one'],
  ]);
  dropDraft(second);
  expect(listDrafts()).toHaveLength(2);
  expect(listDrafts()[1]).toEqual({ ...draft, ...first });
});

it('PROMISE 15 still finds what was stored before forms had slots', () => {
  localStorage.setItem('unsaved/faq/12', JSON.stringify(draft));
  expect(listDrafts()).toEqual([{ ...draft, name: 'faq', id: 12, slot: '' }]);
});

it('PROMISE 15 survives a full, forbidden or damaged storage', () => {
  const full = () => {
    throw new Error('Quota exceeded');
  };
  const damaged = { 'unsaved/faq/1/a': '', getItem: () => '{damaged', setItem: full };
  Object.assign(globalThis, { localStorage: { ...damaged, removeItem: full } });
  const place = { name: 'faq', id: 1, slot: 'a' };
  expect(keepDraft(place, draft)).toBe(false);
  expect(listDrafts()).toEqual([]);
  dropDraft(place);
});
