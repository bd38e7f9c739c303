import { useEffect, useRef } from 'react';

const isChanged = (control: Element): boolean => {
  if (control instanceof HTMLSelectElement) {
    const served = [...control.options].findIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(served, 0);
  }
  if (!(control instanceof HTMLInputElement) || control.type === 'hidden') return false;
  return control.value !== control.defaultValue || control.checked !== control.defaultChecked;
};

/**
 * What was typed, ticked or chosen before the app was hydrated counts: the form that holds the ref is read as it stands
 * once the app is, when it no longer shows what it was served with. Its `autoComplete` is off, so that what differs was
 * done by the reader and not filled in from an earlier visit.
 */
export const useEarlyInput = (read: (form: HTMLFormElement) => void) => {
  const ref = useRef<HTMLFormElement>(null);
  const first = useRef(read);
  useEffect(() => {
    const form = ref.current;
    if (form && [...form.elements].some(isChanged)) first.current(form);
  }, []);
  return ref;
};
