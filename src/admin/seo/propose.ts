import type { ReadText } from '#platform/text/read-text.ts';

/** Shorter texts say too little in search results, longer ones are cut there. */
export const TITLE_MIN = 30;
export const TITLE_MAX = 60;
export const DESCRIPTION_MIN = 110;
export const DESCRIPTION_MAX = 160;

const fold = (text: string) => text.replace(/\s+/g, ' ').trim();

export const cutWords = (text: string, max: number): string => {
  const whole = fold(text);
  if (whole.length <= max) return whole;
  const head = whole.slice(0, max + 1);
  const space = head.lastIndexOf(' ');
  const kept =
    space > 0
      ? head.slice(0, space)
      : Array.from(whole)
          .slice(0, max / 2)
          .join('');
  return kept.replace(/[\s,;:–—|-]+$/, '');
};

export const proposeTitle = (title: string, keyphrase: string): string => {
  const cut = cutWords(title, TITLE_MAX);
  if (cut.toLowerCase().includes(keyphrase.toLowerCase())) return cut;
  const longer = `${cut}: ${keyphrase}`;
  return cut.length < TITLE_MIN && longer.length <= TITLE_MAX ? longer : cut;
};

export const proposeDescription = (given: string, text: ReadText): string => {
  if (given !== '') return cutWords(given, DESCRIPTION_MAX);
  const source = fold(text.plain).slice(0, 2000);
  if (source.length <= DESCRIPTION_MAX) return source;
  const ends = Array.from(
    source.slice(0, DESCRIPTION_MAX).matchAll(/[.!?](?=\s)/g),
    (match) => match.index + 1,
  );
  // A description that ends with a sentence is better than a fuller one that is cut.
  const end = ends.findLast((at) => at >= DESCRIPTION_MIN);
  if (end) return source.slice(0, end);
  return `${cutWords(source, DESCRIPTION_MAX - 1)}…`;
};
