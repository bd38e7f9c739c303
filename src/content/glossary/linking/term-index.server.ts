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
  tokens: Token[];
  preview(): string;
}

/** All terms of one glossary version as an automaton over words. */
export interface TermIndex {
  readonly version: string;
  readonly size: number;
  term(id: number): IndexedTerm | undefined;
  /** The state after a word, and the longest term that ends in a state (-1: none). */
  step(state: number, key: string): number;
  endingAt(state: number): number;
}

/** Longer phrases never occur in running text, and a bound keeps the index small. */
const MAX_TERM_LENGTH = 300;
const PREVIEW_LENGTH = 150;
const WORD = /^[\p{L}\p{N}\p{M}\p{Pc}]/u;
const ODD_SPELLINGS: Record<string, string> = { '’': "'", '‘': "'", ʼ: "'", '‐': '-', '‑': '-' };

/** Cuts a text into words, runs of space, and single other characters. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let start = 0;
  while (start < text.length) {
    const kind = kindAt(text, start);
    let end = start + widthAt(text, start);
    while (kind !== 'sign' && end < text.length && kindAt(text, end) === kind) {
      end += widthAt(text, end);
    }
    const isWord = kind === 'word';
    tokens.push({ key: fold(text.slice(start, end), kind), start, end, isWord });
    start = end;
  }
  return tokens;
}

type Kind = 'word' | 'space' | 'sign';
/** Nearly every character is one of these, so they are looked up and not matched. */
const ASCII_KINDS = Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)));

function kindOf(character: string): Kind {
  if (WORD.test(character)) return 'word';
  return character.trim() === '' ? 'space' : 'sign';
}

function kindAt(text: string, at: number): Kind {
  const code = text.codePointAt(at) ?? 0;
  return ASCII_KINDS[code] ?? kindOf(String.fromCodePoint(code));
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function fold(raw: string, kind: Kind): string {
  if (kind === 'space') return ' ';
  if (kind === 'sign') return ODD_SPELLINGS[raw] ?? raw;
  return raw.length > MAX_TERM_LENGTH ? '' : raw.toLowerCase().normalize('NFC');
}

/**
 * Aho-Corasick over words: whatever the terms are, a text is read once, word by word, and no
 * expression is ever made of a term. The first of two terms spelled alike wins.
 */
export function buildTermIndex(entries: readonly GlossaryTerm[], version: string): TermIndex {
  const terms = entries.flatMap((entry) => readTerm(entry));
  const words = new Map<string, number>();
  for (const token of terms.flatMap((term) => term.tokens)) {
    if (!words.has(token.key)) words.set(token.key, words.size);
  }
  const width = words.size;
  const edges = new Map<number, number>();
  const states = [{ parent: 0, word: 0, depth: 0, fail: 0, ends: -1 }];
  for (const [id, term] of terms.entries()) {
    let at = 0;
    for (const [depth, token] of term.tokens.entries()) {
      const word = words.get(token.key) ?? 0;
      const next = edges.get(at * width + word);
      if (next === undefined) {
        edges.set(at * width + word, states.length);
        states.push({ parent: at, word, depth: depth + 1, fail: 0, ends: -1 });
      }
      at = next ?? states.length - 1;
    }
    const last = states[at];
    if (last && last.ends < 0) last.ends = id;
  }

  function follow(from: number, word: number): number {
    let at = from;
    while (true) {
      const next = edges.get(at * width + word);
      if (next !== undefined) return next;
      if (at === 0) return 0;
      at = states[at]?.fail ?? 0;
    }
  }

  // Shallow states first: the fallback of a state is always shallower than itself.
  for (const state of states.slice(1).sort((a, b) => a.depth - b.depth)) {
    if (state.depth > 1) state.fail = follow(states[state.parent]?.fail ?? 0, state.word);
    if (state.ends < 0) state.ends = states[state.fail]?.ends ?? -1;
  }

  return {
    version,
    size: terms.length,
    term: (id) => terms[id],
    step(state, key) {
      const word = words.get(key);
      return word === undefined ? 0 : follow(state, word);
    },
    endingAt: (state) => states[state]?.ends ?? -1,
  };
}

function readTerm({ term, slug, definition, autoLink }: GlossaryTerm): IndexedTerm[] {
  const text = term.trim();
  if (autoLink === false || slug === '' || text.length > MAX_TERM_LENGTH) return [];
  // Signs alone are no whole word.
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  let cached: string | undefined;
  function preview(): string {
    cached ??= excerpt(definition, PREVIEW_LENGTH);
    return cached;
  }
  return [{ slug, tokens: tokenize(text), preview }];
}
