/** Longer quotes are named by their first and last words, which may stand in two paragraphs. */
const LONG_QUOTE = 80;
const END_WORDS = 4;

/** The commas and hyphens of a text directive are its own. */
const encodeTerm = (words: readonly string[]) =>
  encodeURIComponent(words.join(' ')).replaceAll('-', '%2D');

/** The address that opens a page at these words. */
export const fragmentOf = (url: string, quote: string): string => {
  const words = quote.toWellFormed().trim().split(/\s+/);
  const isLong = quote.length > LONG_QUOTE && words.length >= 2 * END_WORDS;
  const terms = isLong ? [words.slice(0, END_WORDS), words.slice(-END_WORDS)] : [words];
  const page = url.replace(/:~:.*/, '');
  return `${page}${page.includes('#') ? '' : '#'}:~:text=${terms.map(encodeTerm)}`;
};
