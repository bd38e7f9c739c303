import { useRef, useState } from 'react';
import type { SaveTarget } from '#admin/drafts/draft-calls.ts';
import type { Collection } from '#kit/collection.ts';
import type { FormValues } from './form-types.ts';
import { isChanged } from './form-values.ts';

/** What is stored of a form's text: by which of the two texts, and at which version. */
interface Stored {
  base: FormValues;
  version: number | null;
  target: SaveTarget;
}

/** What is typed in a form, and what it stands on. */
export const useFormText = (collection: Collection, start: () => Stored) => {
  const [stored, setStored] = useState(start);
  const [values, setValues] = useState(stored.base);
  /** Whoever waited for the server asks for what stands in the form by then. */
  const latest = useRef(values);

  const write = (next: FormValues) => {
    latest.current = next;
    setValues(next);
  };

  return {
    ...stored,
    values,
    isDirty: isChanged(collection, stored.base, values),
    read: () => latest.current,
    isTypedOn: (sent: FormValues) => isChanged(collection, sent, latest.current),
    write,
    /** Something else is stored now, and this text stands over it. */
    rebase: (next: Partial<Stored>, text: FormValues) => {
      setStored((before) => ({ ...before, ...next }));
      write(text);
    },
  };
};

export type FormText = ReturnType<typeof useFormText>;
