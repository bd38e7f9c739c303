import { useEffect, useMemo, useRef, useState } from 'react';
import type { EditorAction } from '#admin/editor/editor-reducer.ts';
import type { EditorState } from '#admin/editor/editor-state.ts';
import type { FormValues } from '#admin/editor/form-types.ts';
import { isChanged } from '#admin/editor/form-values.ts';
import { toastError } from '#admin/toast.ts';
import type { AnyItem } from '#kit/collection.ts';
import {
  dropUnsaved,
  holdSlot,
  keepUnsaved,
  type StoredText,
  type UnsavedPlace,
  type UnsavedText,
  useAllUnsaved,
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

const textOf = ({ values, base, version, target }: EditorState): UnsavedText => ({
  values,
  base,
  version,
  ground: target,
  at: new Date().toISOString(),
});

/** Keeps a form's text while it is typed, and offers the unsaved text of earlier forms. */
export const useUnsavedText = (state: EditorState, options: UnsavedOptions) => {
  const { item, ownsDraft, dispatch } = options;
  const { collection, values, base, version, isDirty, target } = state;
  const { name } = collection;
  const id: UnsavedPlace['id'] = item?.id ?? 'new';
  const [slot] = useState(newSlot);
  // A create moves the slot to the new id.
  const place = useMemo<UnsavedPlace>(() => ({ name, id, slot }), [name, id, slot]);
  const typed = useRef<UnsavedText | null>(null);
  const { texts, isOpen } = useAllUnsaved(
    (other) => other.name === name && other.id === id && other.slot !== slot,
  );

  useEffect(() => holdSlot(place), [place]);

  const drop = () => {
    typed.current = null;
    dropUnsaved(place);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a form's text is these parts of its state
  useEffect(() => {
    if (isDirty) typed.current = textOf(state);
    // Typed and taken back: nothing is left to recover.
    else if (typed.current) drop();
  }, [place, values, base, version, target, isDirty]);

  useEffect(() => {
    let kept: UnsavedText | null = null;
    const keep = () => {
      if (!typed.current || typed.current === kept) return;
      kept = typed.current;
      keepUnsaved(place, kept);
    };
    const timer = setInterval(keep, KEEP_EVERY_MS);
    window.addEventListener('pagehide', keep);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [place]);

  /** No text goes before it is kept elsewhere. */
  const restore = (text: StoredText) => {
    if (isDirty && !keepUnsaved({ ...place, slot: newSlot() }, textOf(state))) {
      toastError(NO_ROOM);
      return;
    }
    // The chosen text moves to this form's own slot.
    if (keepUnsaved(place, text)) dropUnsaved(text);
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

  const lost = texts
    .filter((text) => isOpen(text) === false && (ownsDraft?.(text.values) ?? true))
    .filter((text) => isChanged(collection, base, { ...base, ...text.values }))
    .map((text) => ({
      at: text.at,
      restore: () => restore(text),
      discard: () => dropUnsaved(text),
    }));

  return { lost, drop };
};
