import { useEffect, useEffectEvent, useRef } from 'react';
import type { ItemEditorState } from '#admin/editor/use-item-editor.ts';
import { ApiError } from '#platform/api-error.ts';

/** Long enough for the end of a sentence, short enough that nothing is waited for. */
const SAVE_AFTER_MS = 1200;
const RETRY_AFTER_MS = 5000;

const isRefusal = (failure: unknown) => failure instanceof ApiError && failure.status < 500;

/** Saves a form that is complete after a pause in typing, and tries again while the server is away. */
export const useAutosave = (editor: ItemEditorState, isComplete: boolean) => {
  const { values, isDirty, isSaving, failure, conflict } = editor;
  const save = useEffectEvent(() => void editor.save({ stays: true }));
  const isWaiting = isDirty && isComplete && !isSaving && !conflict;

  const refusedAt = useRef<unknown>(null);
  const noteRefusal = useEffectEvent((reason: unknown) => {
    refusedAt.current = isRefusal(reason) ? values : null;
  });
  useEffect(() => noteRefusal(failure), [failure]);

  useEffect(() => {
    // What the server refused is not sent again until it is changed.
    if (!isWaiting || refusedAt.current === values) return;
    const wait = failure === null || isRefusal(failure) ? SAVE_AFTER_MS : RETRY_AFTER_MS;
    const timer = setTimeout(() => save(), wait);
    return () => clearTimeout(timer);
  }, [values, isWaiting, failure]);
};
