import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  dropUnsaved,
  findOpen,
  keepUnsaved,
  listUnsaved,
  type UnsavedText,
} from './unsaved-store.ts';

const text: UnsavedText = {
  values: { a: 1 },
  base: { a: 0 },
  version: 3,
  at: '2026-01-01T00:00:00Z',
};

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
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'localStorage');
  vi.unstubAllGlobals();
});

it('PROMISE 15 keeps the text of each form apart, until it is saved or discarded', () => {
  const first = { name: 'faq', id: 'new', slot: 'one' } as const;
  const second = { name: 'faq', id: 'new', slot: 'two' } as const;
  expect(keepUnsaved(first, text)).toBe(true);
  keepUnsaved(second, { ...text, at: '2026-01-02T00:00:00Z' });
  keepUnsaved({ name: 'glossary', id: 7, slot: 'x' }, { ...text, at: '2026-01-03T00:00:00Z' });
  localStorage.setItem('theme', 'dark');
  expect(listUnsaved().map(({ name, id, slot }) => [name, id, slot])).toEqual([
    ['glossary', 7, 'x'],
    ['faq', 'new', 'two'],
    ['faq', 'new', 'one'],
  ]);
  dropUnsaved(second);
  expect(listUnsaved()).toHaveLength(2);
  expect(listUnsaved()[1]).toEqual({ ...text, ...first });
});

it('PROMISE 15 still finds what was stored before forms had slots', () => {
  localStorage.setItem('unsaved/faq/12', JSON.stringify(text));
  expect(listUnsaved()).toEqual([{ ...text, name: 'faq', id: 12, slot: '' }]);
});

it('PROMISE 15 survives a full, forbidden or damaged storage', () => {
  const full = () => {
    throw new Error('Quota exceeded');
  };
  const damaged = { 'unsaved/faq/1/a': '', getItem: () => '{damaged', setItem: full };
  Object.assign(globalThis, { localStorage: { ...damaged, removeItem: full } });
  const place = { name: 'faq', id: 1, slot: 'a' };
  expect(keepUnsaved(place, text)).toBe(false);
  expect(listUnsaved()).toEqual([]);
  dropUnsaved(place);
});

it('PROMISE 15 says of the texts that were asked about whether a form is writing them, and of no other', async () => {
  const held = [{ name: 'unsaved/faq/1/a' }, { name: 'another lock' }];
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held }) } });
  expect(await findOpen(['unsaved/faq/1/a', 'unsaved/faq/1/b'])).toEqual({
    'unsaved/faq/1/a': true,
    'unsaved/faq/1/b': false,
  });
  // Without locks every text counts as left behind.
  vi.stubGlobal('navigator', {});
  expect(await findOpen(['unsaved/faq/1/a'])).toEqual({ 'unsaved/faq/1/a': false });
});
