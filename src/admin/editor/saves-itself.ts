import { useEffect, useEffectEvent } from 'react';
import { autosaveDelay, isBusy } from './editor-state.ts';
import type { ItemEditor } from './use-item-editor.ts';

/** Saves a form that is complete after a pause in typing, and tries again while the server is away. */
export const useAutosave = ({ state, save }: ItemEditor, isOn: boolean) => {
  const saveNow = useEffectEvent(() => void save({ stays: true }));
  const delay = isOn ? autosaveDelay(state) : null;
  const { values } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the pause anew
  useEffect(() => {
    if (delay === null) return;
    const timer = setTimeout(() => saveNow(), delay);
    // The connection is back: there is nothing left to wait for.
    const goOn = () => saveNow();
    window.addEventListener('online', goOn);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', goOn);
    };
  }, [values, delay]);
};

/** How far such a form is. */
export const saySelfSaving = (
  { state }: Pick<ItemEditor, 'state'>,
  missing: readonly string[],
): string => {
  if (isBusy(state)) return 'Saving...';
  if (!state.isDirty) return state.isNew ? 'Saves by itself when complete.' : 'Saved.';
  return missing.length > 0 ? `Not saved yet: ${missing.join(', ')}` : 'Saves in a moment.';
};
