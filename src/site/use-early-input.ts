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
 * Input from before hydration counts: the form that holds the ref is read once the app is hydrated, when it differs
 * from the served one. Its `autoComplete` is off, so that every difference is the reader's and none is filled in from
 * an earlier visit.
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
