const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text; a line break ends one. */
export const sentencesOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment.trim()).filter(Boolean);

/** Where the sentences begin and end that a place is part of. */
export const sentencesAt = (text: string, start: number, end: number) => {
  const segments = segmenter.segment(text);
  const [first, last] = [segments.containing(start), segments.containing(end - 1)];
  return { start: first?.index ?? 0, end: last ? last.index + last.segment.length : text.length };
};

export const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
