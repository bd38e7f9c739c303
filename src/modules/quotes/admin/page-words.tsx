import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { findQuote, isInWord, type Place } from '#modules/page-text/find-quote.ts';

interface PageWordsProps {
  text: string;
  quote: string;
  onQuote: (quote: string) => void;
}

/** Both layers break their lines in the same places. */
const SET = 'p-3 font-sans text-sm leading-6 whitespace-pre-wrap wrap-anywhere';
/** How much of the text stays above the words that are scrolled to. */
const ABOVE = 60;

/** The text in pieces, of which the quoted ones are marked; places that overlap are marked once. */
const markPlaces = (text: string, places: readonly Place[]): ReactNode[] => {
  let last = 0;
  const parts = places.flatMap(({ start, end }) => {
    if (start < last) return [];
    const before = text.slice(last, start);
    last = end;
    return [before, <mark key={start}>{text.slice(start, end)}</mark>];
  });
  return [...parts, text.slice(last)];
};

/** Browsers let no keyboard select in a text area that is read-only. */
const refuseEdits = (area: HTMLTextAreaElement) => {
  const refuse = (event: Event) => event.preventDefault();
  area.addEventListener('beforeinput', refuse);
  return () => area.removeEventListener('beforeinput', refuse);
};

/**
 * The text of a page, of which words are chosen. It is a text area, whose words a keyboard can select as well as a mouse;
 * what a text area cannot mark is marked on the layer below it.
 */
export function PageWords({ text, quote, onQuote }: PageWordsProps) {
  const box = useRef<HTMLDivElement>(null);
  const { places } = useMemo(() => findQuote(text, quote), [text, quote]);
  const start = places[0]?.start;
  useEffect(() => {
    const mark = box.current?.querySelector('mark');
    if (start !== undefined && mark) box.current?.scrollTo({ top: mark.offsetTop - ABOVE });
  }, [start]);

  const take = (area: HTMLTextAreaElement) => {
    let { selectionStart: from, selectionEnd: to } = area;
    if (from === to) return;
    while (isInWord(text, from)) from -= 1;
    while (isInWord(text, to)) to += 1;
    const chosen = text.slice(from, to).replace(/\s+/g, ' ').trim();
    if (chosen !== '') onQuote(chosen);
  };
  const watchKeys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    take(event.currentTarget);
  };
  return (
    <div ref={box} className="max-h-80 overflow-auto border border-rule bg-paper">
      <div className="relative">
        <div
          aria-hidden
          className={`${SET} pointer-events-none text-transparent [&_mark]:font-normal`}
        >
          {markPlaces(text, places)}
        </div>
        <textarea
          key={text}
          ref={refuseEdits}
          aria-label="Text of the page"
          aria-readonly
          inputMode="none"
          spellCheck={false}
          defaultValue={text}
          className={`${SET} absolute inset-0 size-full resize-none overflow-hidden bg-transparent`}
          onPointerUp={(event) => take(event.currentTarget)}
          onKeyDown={watchKeys}
        />
      </div>
    </div>
  );
}
