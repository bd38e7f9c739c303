import { useEffect, useMemo, useRef, useState } from 'react';
import type { EditorAction } from '#admin/editor/editor-reducer.ts';
import type { EditorState } from '#admin/editor/editor-state.ts';
import type { FormValues } from '#admin/editor/form-types.ts';
import { isChanged } from '#admin/editor/form-values.ts';
import { toastError } from '#admin/toast.ts';
import type { AnyItem } from '#kit/collection.ts';
import {
  dropUnsaved,
  findHeld,
  holdSlot,
  keepUnsaved,
  listUnsaved,
  type StoredText,
  type UnsavedPlace,
  type UnsavedText,
  unsavedKey,
  waitForSlot,
} from './unsaved-store.ts';

/** Also during typing without a pause. */
const KEEP_EVERY_MS = 1000;

const NO_ROOM =
  'This browser has no room to keep what is in the form. Save it or take it back before you restore another text.';

interface UnsavedOptions {
  item: AnyItem | null;
  ownsDraft?: ((values: FormValues) => boolean) | undefined;
  dispatch: (action: EditorAction) => void;
}

const newSlot = () => Math.random().toString(36).slice(2, 12);

const ignoreLeaving = (error: unknown): void => {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
};

/** Keeps a form's text while it is typed, and offers the unsaved text of earlier forms. */
export const useUnsavedText = (state: EditorState, options: UnsavedOptions) => {
  const { item, ownsDraft, dispatch } = options;
  const { collection, values, base, version, isDirty, target } = state;
  const { name } = collection;
  const id: UnsavedPlace['id'] = item?.id ?? 'new';
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

  /** No text goes before it is kept elsewhere. */
  const restore = (text: StoredText) => {
    if (isDirty) {
      const typed = { values, base, version, ground: target, at: new Date().toISOString() };
      const aside: StoredText = { ...typed, name, id, slot: newSlot() };
      if (!keepUnsaved(aside, aside)) {
        toastError(NO_ROOM);
        return;
      }
      setFound((before) => [aside, ...before]);
    }
    // The chosen text moves to this form's own slot.
    if (keepUnsaved(place, text)) discard(text);
    // A version of the other text never matches: the next save shows both.
    const isSameText = (text.ground ?? 'live') === target;
    dispatch({
      type: 'restored',
      text: {
        base: { ...base, ...text.base },
        version: item ? (isSameText ? text.version : 0) : null,
        values: { ...values, ...text.values },
      },
    });
  };

  const lost = found
    .filter((text) => ownsDraft?.(text.values) ?? true)
    .filter((text) => isChanged(collection, base, { ...base, ...text.values }))
    .map((text) => ({
      at: text.at,
      restore: () => restore(text),
      discard: () => discard(text),
    }));

  return { lost, drop };
};
