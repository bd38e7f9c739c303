/** Longer quotes are named by their first and last words, which may stand in two paragraphs. */
const LONG_QUOTE = 80;
const END_WORDS = 4;

/** The commas and hyphens of a text directive are its own. */
const encodeTerm = (term: string) => encodeURIComponent(term).replaceAll('-', '%2D');

/** The address that opens a page at these words. */
export const fragmentOf = (url: string, quote: string): string => {
  const words = quote.toWellFormed().trim().split(/\s+/);
  const isLong = (quote.length > LONG_QUOTE || /\n/.test(quote.trim())) && words.length > END_WORDS;
  const half = Math.min(END_WORDS, Math.floor(words.length / 2));
  const terms = isLong ? [words.slice(0, half), words.slice(-half)] : [words];
  const [page = '', fragment = ''] = url.split('#', 2);
  const anchor = fragment.replace(/:~:.*$/, '');
  return `${page}#${anchor}:~:text=${terms.map((term) => encodeTerm(term.join(' '))).join(',')}`;
};
