import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** A search field whose words reach the address after a pause in typing; Back brings old words back. */
export const useTypedSearch = (
  q: string | undefined,
  onSearch: (q: string | undefined) => void,
) => {
  // An address without words may say so by an empty one.
  const asked = q || undefined;
  const [text, setText] = useState(asked ?? '');
  const words = text.trim();
  const rested = useDebounced(words);
  const sent = useRef(asked);
  const search = useEffectEvent(onSearch);

  useEffect(() => {
    // Our own words coming back must not overwrite newer input.
    if (asked === sent.current) return;
    sent.current = asked;
    setText(asked ?? '');
  }, [asked]);

  useEffect(() => {
    const wanted = words || undefined;
    if (words !== rested || wanted === sent.current) return;
    sent.current = wanted;
    search(wanted);
  }, [words, rested]);

  return [text, setText] as const;
};

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
