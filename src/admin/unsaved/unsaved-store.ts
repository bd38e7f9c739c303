import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { FormValues, SaveTarget } from '#admin/editor/form-types.ts';

/** Text that was typed and never saved, with the form's base. */
export interface UnsavedText {
  values: FormValues;
  base: FormValues;
  version: number | null;
  /** Which text it was typed over; the live one where nothing says so. Browsers hold texts under this name. */
  ground?: SaveTarget;
  at: string;
}

/** Which form it belongs to; every form that is open has a slot of its own. */
export interface UnsavedPlace {
  name: string;
  id: number | 'new';
  slot: string;
}

export type StoredText = UnsavedText & UnsavedPlace;

const PLACE = /^unsaved\/([^/]+)\/(new|\d+)(?:\/([^/]+))?$/;

export const unsavedKey = ({ name, id, slot }: UnsavedPlace) =>
  ['unsaved', name, id, slot].filter((part) => part !== '').join('/');

const placeOf = (key: string): UnsavedPlace | null => {
  const [, name, id, slot = ''] = PLACE.exec(key) ?? [];
  if (name === undefined || id === undefined) return null;
  return { name, id: id === 'new' ? 'new' : Number(id), slot };
};

const isUnsavedText = (value: unknown): value is UnsavedText =>
  typeof value === 'object' && value !== null && 'values' in value && 'base' in value;

const readText = (key: string): StoredText[] => {
  const place = placeOf(key);
  if (!place) return [];
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isUnsavedText(stored) ? [{ ...stored, ...place }] : [];
  } catch {
    return [];
  }
};

/** Everything that was typed in this browser and never saved, newest first; nothing where storage is forbidden. */
export const listUnsaved = (): StoredText[] => {
  try {
    const texts = Object.keys(localStorage).flatMap(readText);
    return texts.sort((a, b) => (a.at < b.at ? 1 : -1));
  } catch {
    return [];
  }
};

let listed: readonly StoredText[] | null = null;
const readListed = () => (listed ??= listUnsaved());

const listeners = new Set<() => void>();
const tell = () => {
  listed = null;
  for (const listener of listeners) listener();
};

/** Told of changes here and in other tabs. */
const subscribeUnsaved = (listener: () => void) => {
  listed = null;
  listeners.add(listener);
  window.addEventListener('storage', tell);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', tell);
  };
};

/** Whether it is stored: a full or forbidden storage must not disturb the writing. */
export const keepUnsaved = (
  place: UnsavedPlace,
  { values, base, version, ground, at }: UnsavedText,
): boolean => {
  const key = unsavedKey(place);
  try {
    const isNew = localStorage.getItem(key) === null;
    localStorage.setItem(key, JSON.stringify({ values, base, version, ground, at }));
    listed = null;
    // A form is not drawn anew because it keeps what was typed in it.
    if (isNew) tell();
  } catch {
    // Without storage there is nothing to recover from; saving still works.
    return false;
  }
  return true;
};

export const dropUnsaved = (place: UnsavedPlace): void => {
  try {
    localStorage.removeItem(unsavedKey(place));
    tell();
  } catch {
    // See above.
  }
};

/** Marks a text as being written now; the browser lets go of it with the tab, even when that crashes. */
export const holdSlot = (place: UnsavedPlace): (() => void) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  // Browsers offer locks to https and localhost only; elsewhere every text counts as left behind.
  void navigator.locks?.request(unsavedKey(place), () => held);
  return release;
};

/** Whether some open form, in any tab, is writing each of these texts. */
export const findOpen = async (keys: readonly string[]): Promise<Record<string, boolean>> => {
  const held = (await navigator.locks?.query())?.held ?? [];
  return Object.fromEntries(keys.map((key) => [key, held.some(({ name }) => name === key)]));
};

/** A page that was just reloaded holds its text a moment longer than the new one needs to open. */
const LOOK_AGAIN_MS = 500;

/** Unsaved texts of this browser, and whether some open form is writing each now: undefined until that is known. */
export const useAllUnsaved = (isAsked: (place: UnsavedPlace) => boolean = () => true) => {
  const texts = useSyncExternalStore(subscribeUnsaved, readListed).filter(isAsked);
  const keys = texts.map(unsavedKey);
  const { data: open } = useQuery({
    queryKey: ['unsaved', keys],
    queryFn: () => findOpen(keys),
    enabled: keys.length > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => Object.values(state.data ?? {}).includes(true) && LOOK_AGAIN_MS,
  });
  return { texts, isOpen: (text: StoredText) => open?.[unsavedKey(text)] };
};
