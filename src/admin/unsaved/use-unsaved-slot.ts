import { useEffect, useMemo, useRef, useState } from 'react';
import type { FormValues, SaveTarget } from '#admin/editor/form-types.ts';
import { findHeld, holdSlot, waitForSlot } from './unsaved-locks.ts';
import {
  dropUnsaved,
  keepUnsaved,
  listUnsaved,
  type StoredText,
  type UnsavedPlace,
  type UnsavedText,
  unsavedKey,
} from './unsaved-store.ts';

/** Also during typing without a pause. */
const KEEP_EVERY_MS = 1000;

interface SlotOptions {
  name: string;
  id: number | 'new';
  values: FormValues;
  base: FormValues;
  version: number | null;
  isDirty: boolean;
  target: SaveTarget;
}

const newSlot = () => Math.random().toString(36).slice(2, 12);

const ignoreLeaving = (error: unknown): void => {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
};

/** Keeps the typed text, and hands out the unsaved texts of earlier visits. */
export const useUnsavedSlot = (options: SlotOptions) => {
  const { name, id, values, base, version, isDirty, target } = options;
  const [slot] = useState(newSlot);
  // A create moves the slot to the new id.
  const place = useMemo<UnsavedPlace>(() => ({ name, id, slot }), [name, id, slot]);
  const [found, setFound] = useState<readonly StoredText[]>([]);
  const hasWritten = useRef(false);
  const latest = useRef<UnsavedText | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => holdSlot(place), [place]);

  useEffect(() => {
    const leave = new AbortController();
    const awaited = new Set([unsavedKey(place)]);
    const look = async (): Promise<void> => {
      const held = await findHeld();
      leave.signal.throwIfAborted();
      const left = listUnsaved().filter((text) => text.name === name && text.id === id);
      setFound(left.filter((text) => !held.has(unsavedKey(text))));
      // A page that was just reloaded may hold its text a moment longer than this one needs to open.
      const busy = left.map(unsavedKey).filter((key) => held.has(key) && !awaited.has(key));
      for (const key of busy) {
        awaited.add(key);
        waitForSlot(key, leave.signal).then(look).catch(ignoreLeaving);
      }
    };
    look().catch(ignoreLeaving);
    return () => leave.abort();
  }, [name, id, place]);

  useEffect(() => {
    latest.current = isDirty
      ? { values, base, version, ground: target, at: new Date().toISOString() }
      : null;
    if (!isDirty) {
      // Typed and taken back: nothing is left to recover.
      if (hasWritten.current) dropUnsaved(place);
      return;
    }
    hasWritten.current = true;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      if (latest.current) keepUnsaved(place, latest.current);
    }, KEEP_EVERY_MS);
  }, [place, values, base, version, target, isDirty]);

  useEffect(() => {
    const keepNow = () => latest.current && keepUnsaved(place, latest.current);
    window.addEventListener('pagehide', keepNow);
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      window.removeEventListener('pagehide', keepNow);
    };
  }, [place]);

  const drop = () => {
    latest.current = null;
    clearTimeout(timer.current);
    timer.current = undefined;
    dropUnsaved(place);
  };

  const discard = (text: StoredText) => {
    dropUnsaved(text);
    setFound((before) => before.filter((other) => other !== text));
  };

  /** Keeps a text under a slot of its own, for a form that is to offer it; whether there was room for it. */
  const setAside = (text: Omit<UnsavedText, 'at'>, of: UnsavedPlace['id'] = id): boolean => {
    const aside = { ...text, at: new Date().toISOString(), name, id: of, slot: newSlot() };
    if (!keepUnsaved(aside, aside)) return false;
    if (of === id) setFound((before) => [aside, ...before]);
    return true;
  };

  /** The chosen text moves to this form's own slot. No text goes before it is kept elsewhere: false when it cannot be. */
  const take = (text: StoredText): boolean => {
    if (isDirty && !setAside({ values, base, version, ground: target })) return false;
    if (keepUnsaved(place, text)) discard(text);
    return true;
  };

  return { found, drop, discard, setAside, take };
};
