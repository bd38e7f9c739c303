import { useEffect, useState } from 'react';

const TYPING_MS = 250;

/** A value once it has rested: what follows from typing is asked for after a pause, not with every letter. */
export const useDebounced = <T>(value: T, ms = TYPING_MS): T => {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
};
