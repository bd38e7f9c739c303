import { markWords } from './marked.ts';

interface MarkedTextProps {
  text: string;
  words: readonly string[];
}

/** A text in which the words that were sought are marked. */
export function MarkedText({ text, words }: MarkedTextProps) {
  return markWords(text, words).map(({ text: part, isMarked }, at) =>
    isMarked ? <mark key={at}>{part}</mark> : part,
  );
}
