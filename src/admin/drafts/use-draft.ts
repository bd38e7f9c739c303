import { useEffect, useRef, useState } from 'react';
import type { FormValues } from '#admin/editor/form-types.ts';
import { type Draft, dropDraft, keepDraft, readDraft } from './draft-store.ts';

const KEEP_AFTER_MS = 400;

interface DraftOptions {
  name: string;
  id: number | 'new';
  values: FormValues;
  base: FormValues;
  version: number | null;
  isDirty: boolean;
}

/** Keeps what is being typed, and hands out what an earlier, unfinished visit left behind. */
export const useDraft = ({ name, id, values, base, version, isDirty }: DraftOptions) => {
  const [found, setFound] = useState<Draft | null>(() => readDraft(name, id));
  const hasWritten = useRef(false);
  const latest = useRef<Draft | null>(null);
  latest.current = isDirty ? { values, base, version, at: new Date().toISOString() } : null;

  useEffect(() => {
    if (!isDirty) {
      // Typed and taken back: nothing is left to recover. A draft found at the start is not ours to drop.
      if (hasWritten.current) dropDraft(name, id);
      return;
    }
    hasWritten.current = true;
    const timer = setTimeout(
      () => latest.current && keepDraft(name, id, latest.current),
      KEEP_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [name, id, values, isDirty]);

  useEffect(() => {
    const keepNow = () => latest.current && keepDraft(name, id, latest.current);
    window.addEventListener('pagehide', keepNow);
    return () => window.removeEventListener('pagehide', keepNow);
  }, [name, id]);

  const drop = () => {
    latest.current = null;
    dropDraft(name, id);
    setFound(null);
  };

  return { found, drop, take: () => setFound(null) };
};
