import { useEffect, useMemo, useRef, useState } from 'react';
import type { FormValues } from '#admin/editor/form-types.ts';
import type { Ground } from '#admin/live-drafts/draft-calls.ts';
import { findHeldDrafts, holdDraft, waitForDraft } from './draft-locks.ts';
import {
  type Draft,
  type DraftPlace,
  draftKey,
  dropDraft,
  keepDraft,
  listDrafts,
  type StoredDraft,
} from './draft-store.ts';

/** Also while somebody types without a pause. */
const KEEP_EVERY_MS = 1000;

interface DraftOptions {
  name: string;
  id: number | 'new';
  values: FormValues;
  base: FormValues;
  version: number | null;
  isDirty: boolean;
  ground: Ground;
}

const newSlot = () => Math.random().toString(36).slice(2, 12);

const ignoreLeaving = (error: unknown): void => {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
};

/** Keeps what is being typed, and hands out what earlier, unfinished visits left behind. */
export const useDraft = (options: DraftOptions) => {
  const { name, id, values, base, version, isDirty, ground } = options;
  const [slot] = useState(newSlot);
  // What a new form stored goes on under its id.
  const place = useMemo<DraftPlace>(() => ({ name, id, slot }), [name, id, slot]);
  const [found, setFound] = useState<readonly StoredDraft[]>([]);
  const hasWritten = useRef(false);
  const latest = useRef<Draft | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => holdDraft(place), [place]);

  useEffect(() => {
    const leave = new AbortController();
    const awaited = new Set([draftKey(place)]);
    const look = async (): Promise<void> => {
      const held = await findHeldDrafts();
      leave.signal.throwIfAborted();
      const left = listDrafts().filter((draft) => draft.name === name && draft.id === id);
      setFound(left.filter((draft) => !held.has(draftKey(draft))));
      // A page that was just reloaded may hold its text a moment longer than this one needs to open.
      const busy = left.map(draftKey).filter((key) => held.has(key) && !awaited.has(key));
      for (const key of busy) {
        awaited.add(key);
        waitForDraft(key, leave.signal).then(look).catch(ignoreLeaving);
      }
    };
    look().catch(ignoreLeaving);
    return () => leave.abort();
  }, [name, id, place]);

  useEffect(() => {
    latest.current = isDirty
      ? { values, base, version, ground, at: new Date().toISOString() }
      : null;
    if (!isDirty) {
      // Typed and taken back: nothing is left to recover.
      if (hasWritten.current) dropDraft(place);
      return;
    }
    hasWritten.current = true;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      if (latest.current) keepDraft(place, latest.current);
    }, KEEP_EVERY_MS);
  }, [place, values, base, version, ground, isDirty]);

  useEffect(() => {
    const keepNow = () => latest.current && keepDraft(place, latest.current);
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
    dropDraft(place);
  };

  const discard = (draft: StoredDraft) => {
    dropDraft(draft);
    setFound((before) => before.filter((other) => other !== draft));
  };

  /** Keeps a text under a slot of its own, for a form that is to offer it; whether there was room for it. */
  const setAside = (text: Omit<Draft, 'at'>, of: DraftPlace['id'] = id): boolean => {
    const aside = { ...text, at: new Date().toISOString(), name, id: of, slot: newSlot() };
    if (!keepDraft(aside, aside)) return false;
    if (of === id) setFound((before) => [aside, ...before]);
    return true;
  };

  /** The chosen text moves to this form's own slot. No text goes before it is kept elsewhere: false when it cannot be. */
  const take = (draft: StoredDraft): boolean => {
    if (isDirty && !setAside({ values, base, version, ground })) return false;
    if (keepDraft(place, draft)) discard(draft);
    return true;
  };

  return { found, drop, discard, setAside, take };
};
