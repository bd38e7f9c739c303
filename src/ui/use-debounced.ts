import { useEffect, useState } from 'react';

const TYPING_MS = 250;

/** A value once it has rested: typing sends its request after a pause, not with every letter. */
export const useDebounced = <T>(value: T, ms = TYPING_MS): T => {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
};
