import { useEffect, useRef, useState } from 'react';

const TYPING_MS = 250;

/** A search field whose words reach the address after a pause in typing; Back brings old words back. */
export const useTypedSearch = (
  q: string | undefined,
  onSearch: (q: string | undefined) => void,
) => {
  const [text, setText] = useState(q ?? '');
  const sent = useRef(q);
  const search = useRef(onSearch);
  search.current = onSearch;

  useEffect(() => {
    // Our own words coming back must not overwrite what was typed meanwhile.
    if (q === sent.current) return;
    sent.current = q;
    setText(q ?? '');
  }, [q]);

  useEffect(() => {
    const wanted = text.trim() || undefined;
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      search.current(wanted);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return [text, setText] as const;
};
