import { sayError } from '#admin/toast.ts';
import type { StoredText } from '#admin/unsaved/unsaved-store.ts';
import { useUnsavedSlot } from '#admin/unsaved/use-unsaved-slot.ts';
import type { AnyItem } from '#kit/collection.ts';
import type { ItemEditorOptions } from './editor-options.ts';
import { isChanged } from './form-values.ts';
import type { FormText } from './use-form-text.ts';

const NO_ROOM =
  'This browser has no room to keep what is in the form. Save it or take it back before you restore another text.';

/** What a form holds is kept while it is typed, and what earlier forms left behind is offered. */
export const useUnsavedText = (
  options: ItemEditorOptions,
  item: AnyItem | null,
  text: FormText,
) => {
  const { collection, ownsDraft } = options;
  const { values, base, version, isDirty, target } = text;
  const id = item?.id ?? 'new';
  const slot = useUnsavedSlot({
    name: collection.name,
    id,
    values,
    base,
    version,
    isDirty,
    target,
  });

  const restore = (found: StoredText) => {
    if (!slot.take(found)) {
      sayError(NO_ROOM);
      return;
    }
    // A version of the other text is nobody's current one: the next save shows both.
    const isSameText = (found.ground ?? 'live') === target;
    text.rebase(
      {
        base: { ...base, ...found.base },
        version: item ? (isSameText ? found.version : 0) : null,
      },
      { ...values, ...found.values },
    );
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
