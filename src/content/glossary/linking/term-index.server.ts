import { excerpt } from '#platform/text/excerpt.ts';

export interface GlossaryTerm {
  term: string;
  slug: string;
  definition: string;
  /** A term with `false` here is never linked (P18.03). */
  autoLink?: boolean | undefined;
}

export interface Token {
  /** The folded spelling by which words are compared. */
  key: string;
  start: number;
  end: number;
  isWord: boolean;
}

interface IndexedTerm {
  slug: string;
  preview(): string;
}

/** A place in the tree of all terms, word by word: what may follow, and the term that ends here. */
export interface Step {
  next: Map<string, Step>;
  term?: IndexedTerm;
}

/** The terms of a glossary as they are at one time. */
export interface Glossary {
  version: string;
  terms: readonly GlossaryTerm[];
}

/** Longer phrases never occur in running text, and a bound keeps the search for them short. */
const MAX_TERM_LENGTH = 300;
const PREVIEW_LENGTH = 150;
/** Words, runs of space, and single other characters. */
const TOKEN = /(?<word>[\p{L}\p{N}\p{M}\p{Pc}]+)|(?<space>\s+)|./gsu;
const ODD_SPELLINGS: Record<string, string> = { '’': "'", '‘': "'", ʼ: "'", '‐': '-', '‑': '-' };

export const tokenize = (text: string): Token[] =>
  Array.from(text.matchAll(TOKEN), ({ 0: raw, index: start, groups }) => {
    const isWord = groups?.word !== undefined;
    const sign = groups?.space === undefined ? (ODD_SPELLINGS[raw] ?? raw) : ' ';
    return { key: isWord ? foldWord(raw) : sign, start, end: start + raw.length, isWord };
  });

const foldWord = (word: string) =>
  word.length > MAX_TERM_LENGTH ? '' : word.toLowerCase().normalize('NFC');

/** Whatever the terms are, no expression is ever made of one. The first of two terms spelled alike wins. */
const buildIndex = (entries: readonly GlossaryTerm[]): Step => {
  const first: Step = { next: new Map() };
  for (const { term, slug, definition, autoLink } of entries) {
    const text = term.trim();
    // Signs alone are no whole word.
    const isTerm = text.length <= MAX_TERM_LENGTH && /[\p{L}\p{N}]/u.test(text);
    if (autoLink === false || slug === '' || !isTerm) continue;
    let at = first;
    for (const { key } of tokenize(text)) {
      const next = at.next.get(key) ?? { next: new Map() };
      at.next.set(key, next);
      at = next;
    }
    let preview: string | undefined;
    at.term ??= {
      slug,
      preview: () => {
        preview ??= excerpt(definition, PREVIEW_LENGTH);
        return preview;
      },
    };
  }
  return first;
};

let built: { version: string; first: Step } | undefined;

/** The first words of all terms; made once for each version, here and in every thread that renders. */
export const firstSteps = ({ version, terms }: Glossary): Step => {
  if (built?.version !== version) built = { version, first: buildIndex(terms) };
  return built.first;
};
