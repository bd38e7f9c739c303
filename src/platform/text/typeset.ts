/** Addresses keep their characters. */
const ADDRESS = /(\S*:\/\/\S+|\bwww\.\S+)/;

/** A quote opens at the start of a text, after a space, a bracket, a dash or another opening quote. */
const OPENS_AFTER = /[\s([{<“‘–—/-]/;

/** '90s is an omission and no quotation. */
const OMISSION = /^'\d\ds?\b/;

const quoteAfter = (last: string, text: string): string => {
  const isOpening = last === '' || OPENS_AFTER.test(last);
  if (text.startsWith('"')) return isOpening ? '“' : '”';
  return isOpening && !OMISSION.test(text) ? '‘' : '’';
};

const typesetWords = (text: string, before: string): string => {
  let last = before;
  const quoted = text.replace(/["']|[^"']+/g, (part, at: number) => {
    const set = /["']/.test(part) ? quoteAfter(last, text.slice(at, at + 5)) : part;
    // In Markdown, what is quoted may be emphasized, too: the marks are not seen.
    last = set.replace(/[*_]+$/, '').at(-1) ?? last;
    return set;
  });
  return quoted.replace(/(?<=\d)(?<!\b0)( ?)x( ?)(?=\d)/g, '$1×$2');
};

/** A text as a typesetter would set it: curly quotes, and × between numbers; `before` is what stands right before it. */
export const typeset = (text: string, before = ''): string => {
  if (!/["']|\dx\d|\d x \d/.test(text)) return text;
  return text
    .split(ADDRESS)
    .map((part, index, parts) =>
      index % 2 === 1 ? part : typesetWords(part, parts[index - 1]?.at(-1) ?? before),
    )
    .join('');
};
