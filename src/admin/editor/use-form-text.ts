import { useRef, useState } from 'react';
import type { Ground } from '#admin/drafts/draft-calls.ts';
import type { Collection } from '#kit/collection.ts';
import type { FormValues } from './form-types.ts';
import { isChanged } from './form-values.ts';

/** What is stored of a form's text: by which of the two texts, and at which version. */
interface Standing {
  base: FormValues;
  version: number | null;
  ground: Ground;
}

/** What is typed in a form, and what it stands on. */
export const useFormText = (collection: Collection, start: () => Standing) => {
  const [standing, setStanding] = useState(start);
  const [values, setValues] = useState(standing.base);
  /** Whoever waited for the server asks for what stands in the form by then. */
  const latest = useRef(values);

  const write = (next: FormValues) => {
    latest.current = next;
    setValues(next);
  };

  return {
    ...standing,
    values,
    isDirty: isChanged(collection, standing.base, values),
    read: () => latest.current,
    isTypedOn: (sent: FormValues) => isChanged(collection, sent, latest.current),
    write,
    standOn: (next: Partial<Standing>, text: FormValues) => {
      setStanding((before) => ({ ...before, ...next }));
      write(text);
    },
  };
};

export type FormText = ReturnType<typeof useFormText>;
