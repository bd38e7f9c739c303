import { toastError } from '#admin/toast.ts';
import type { StoredText } from '#admin/unsaved/unsaved-store.ts';
import { useUnsavedSlot } from '#admin/unsaved/use-unsaved-slot.ts';
import type { AnyItem } from '#kit/collection.ts';
import type { EditorAction } from './editor-reducer.ts';
import type { EditorState } from './editor-state.ts';
import type { FormValues } from './form-types.ts';
import { isChanged } from './form-values.ts';

const NO_ROOM =
  'This browser has no room to keep what is in the form. Save it or take it back before you restore another text.';

interface UnsavedOptions {
  item: AnyItem | null;
  ownsDraft?: ((values: FormValues) => boolean) | undefined;
  dispatch: (action: EditorAction) => void;
}

/** Keeps a form's text while it is typed, and offers the unsaved text of earlier forms. */
export const useUnsavedText = (state: EditorState, options: UnsavedOptions) => {
  const { item, ownsDraft, dispatch } = options;
  const { collection, values, base, version, isDirty, target } = state;
  const id = item?.id ?? 'new';
  const { name } = collection;
  const slot = useUnsavedSlot({ name, id, values, base, version, isDirty, target });

  const restore = (found: StoredText) => {
    if (!slot.take(found)) {
      toastError(NO_ROOM);
      return;
    }
    // A version of the other text never matches: the next save shows both.
    const isSameText = (found.ground ?? 'live') === target;
    dispatch({
      type: 'restored',
      text: {
        base: { ...base, ...found.base },
        version: item ? (isSameText ? found.version : 0) : null,
        values: { ...values, ...found.values },
      },
    });
  };

  const lost = slot.found
    .filter((found) => ownsDraft?.(found.values) ?? true)
    .filter((found) => isChanged(collection, base, { ...base, ...found.values }))
    .map((found) => ({
      at: found.at,
      restore: () => restore(found),
      discard: () => slot.discard(found),
    }));

  return { lost, drop: slot.drop, setAside: slot.setAside };
};
