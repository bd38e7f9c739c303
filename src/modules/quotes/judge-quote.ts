import { fold, isInWord, QUOTE_LENGTH } from '#modules/page-text/find-quote.ts';
import type { PageText } from '#modules/page-text/page-text.server.ts';
import { negationsIn } from './negations.ts';
import { pageTrouble } from './page-trouble.ts';
import { sentencesAt, sentencesOf, wordsOf } from './sentences.ts';

/** A text that repeats the quote more often tells no more. */
const MAX_PLACES = 100;

const SPACING = /[\s\p{Cf}]+/gu;
const TYPOGRAPHY =
  /(?<!\p{N})[^\p{L}\p{M}\p{N}\p{Sc}%+]|[^\p{L}\p{M}\p{N}\p{Sc}%+](?!\p{N})|[^\p{L}\p{M}\p{N}\p{Sc}%+.,-]/gu;
const CLAUSE_ENDS = /[,;:(–—]/;
/** Words in a clause of their own are about something else, unless they say that the quote is over. */
const IS_OVER =
  /\b(?:no longer|discontinued|retired|not (?:yet )?(?:available|supported|offered|included))\b/i;

interface Bare {
  text: string;
  /** By offset in `text`: the offset in what it was made of. */
  at: number[];
}

const strip = ({ text, at }: Bare, signs: RegExp): Bare => {
  const marked = text.replace(signs, (cut) => '\0'.repeat(cut.length));
  return { text: marked.replaceAll('\0', ''), at: at.filter((_, place) => marked[place] !== '\0') };
};

/**
 * Letters, digits, currencies and the signs inside of numbers: spacing, case and punctuation are typography. Wider than
 * what a new quote must match, because words that were only set anew are not gone.
 */
const bare = (folded: string): Bare => {
  const whole = { text: folded.toLowerCase(), at: [...Array(folded.length).keys()] };
  return strip(strip(whole, SPACING), TYPOGRAPHY);
};

/** How often the sentence of a place denies something, as far as that may concern the place. */
const denialsAround = (text: string, start: number, end: number): number => {
  const sentences = sentencesAt(text, start, end);
  const before = text.slice(sentences.start, start);
  const [after = '', ...clauses] = text.slice(end, sentences.end).split(CLAUSE_ENDS);
  // 'Unlike others, which do not, Ledgerline reconciles': whoever does it is named after the denial.
  const isOwnClause =
    CLAUSE_ENDS.test(before.trimEnd().slice(-1)) && /^\P{Ll}/u.test(text.slice(start).trimStart());
  const governed = isOwnClause ? '' : before;
  const isOver = clauses.some((clause) => IS_OVER.test(clause));
  return negationsIn(governed + text.slice(start, end)) + negationsIn(after) + Number(isOver);
};

/** For each place where a text holds a quote, however it is set there: the denials around it. */
const denialsIn = (text: string) => {
  const page = fold(text);
  const words = bare(page.text);
  return (quote: string): number[] => {
    const wanted = bare(fold(quote).text).text;
    const denials: number[] = [];
    const next = (from: number) => words.text.indexOf(wanted, from);
    for (let at = next(0); at !== -1 && denials.length < MAX_PLACES; at = next(at + 1)) {
      const from = words.at[at] ?? 0;
      const to = (words.at[at + wanted.length - 1] ?? 0) + 1;
      if (isInWord(page.text, from) || isInWord(page.text, to)) continue;
      denials.push(denialsAround(text, page.ends[from - 1] ?? 0, page.ends[to - 1] ?? text.length));
    }
    return denials;
  };
};

/** Whether a text still says a quote: in whole words, and in no sentence that denies more than where it was found last. */
const lookIn = (text: string) => {
  const denialsNow = denialsIn(text);
  return ({ quote, lastText }: { quote: string; lastText: string | null }): boolean => {
    const now = denialsNow(quote);
    const last = lastText === null || now.length === 0 ? [] : denialsIn(lastText)(quote);
    return now.some((count) => last.length === 0 || count <= Math.max(...last));
  };
};

export interface Watched {
  quote: string;
  url: string;
  /** The text in which the quote was last found; null where none was kept. */
  lastText: string | null;
  /** The first good read without it. */
  missedAt: string | null;
}

export type Verdict =
  /** In the article of the page, or elsewhere on it. */
  | { state: 'stands'; in: 'text' | 'whole' }
  | { state: 'moved'; to: string }
  | { state: 'missing once'; since: string }
  | { state: 'gone'; since: string; reason: string; candidate: string | null }
  | { state: 'unreadable'; reason: string };

/** Two good reads without the quote are at least so far apart. */
export const APART_MS = 86_400_000;

const hostOf = (url: string) => new URL(url).host.replace(/^www\./, '');

export const isOnHost = (url: string, other: string) => hostOf(url) === hostOf(other);

const pageOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return `${hostOf(url)}${pathname.replace(/\/+$/, '')}${search}`;
};

const isFront = (url: string) => /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?)?$/i.test(new URL(url).pathname);

/** A redirect that leads readers elsewhere than to the page that they asked for. */
const redirectTrouble = (from: string, to: string): string | null => {
  if (!isOnHost(from, to)) return `The address leads to another site, ${hostOf(to)}`;
  if (isFront(to) && !isFront(from)) return 'The address leads to the front page of the site';
  return null;
};

/** Two sentences that share less are about different things. */
const LEAST_LIKENESS = 0.4;

/** Twice the shared words over all of both: 1 for the same words in any order. */
const likeness = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  (2 * one.intersection(other).size) / Math.max(1, one.size + other.size);

/** So much of a sentence as a quote may have, up to the end of a word. */
const clip = (sentence: string): string =>
  sentence.length <= QUOTE_LENGTH.max
    ? sentence
    : sentence.slice(0, Math.max(0, sentence.lastIndexOf(' ', QUOTE_LENGTH.max))).trimEnd();

/** The new sentence of the page that shares most words with the quote, and stands in its place. */
const findCandidate = (quote: string, text: string, lastText: string | null): string | null => {
  const known = new Set(lastText === null ? [] : sentencesOf(lastText));
  const wanted = new Set(wordsOf(quote));
  let best = { sentence: '', likeness: LEAST_LIKENESS };
  for (const whole of sentencesOf(text)) {
    if (known.has(whole)) continue;
    const sentence = clip(whole);
    const found = likeness(wanted, new Set(wordsOf(sentence)));
    if (sentence.length >= QUOTE_LENGTH.min && found > best.likeness)
      best = { sentence, likeness: found };
  }
  return best.sentence || null;
};

const reasonOf = (quote: string, candidate: string | null): string => {
  if (candidate === null) return 'The page no longer says it';
  return negationsIn(candidate) > negationsIn(quote)
    ? 'The page seems to deny it now'
    : 'The page says it in other words now';
};

/** The verdict of one read of a page on its quote. In doubt the page is unreadable, and the quote never gone. */
export const judgeQuote = (watched: Watched, read: PageText, now: number): Verdict => {
  const { quote, url, lastText, missedAt } = watched;
  if (read.kind === 'unreadable') return { state: 'unreadable', reason: read.reason };
  const place = (['text', 'whole'] as const).find((part) => lookIn(read[part])(watched));
  if (place !== undefined) {
    return pageOf(read.url) === pageOf(url)
      ? { state: 'stands', in: place }
      : { state: 'moved', to: read.url };
  }
  const trouble = read.isCut
    ? 'The page is longer than what is read of it'
    : (redirectTrouble(url, read.url) ?? pageTrouble(read, lastText));
  if (trouble !== null) return { state: 'unreadable', reason: trouble };
  const since = missedAt ?? new Date(now).toISOString();
  if (now - Date.parse(since) < APART_MS) return { state: 'missing once', since };
  const candidate = findCandidate(quote, read.whole, lastText);
  return { state: 'gone', since, reason: reasonOf(quote, candidate), candidate };
};

/** The linked pages that are worth a look: by what their addresses share with these words and with the page's address. */
export const rankLinks = (
  links: readonly string[],
  { url, words }: { url: string; words: string },
  max: number,
): string[] => {
  const wanted = new Set(wordsOf(`${words} ${new URL(url).pathname}`));
  const score = (link: string) =>
    wordsOf(new URL(link).pathname).filter((word) => word.length > 2 && wanted.has(word)).length;
  return links
    .filter((link) => pageOf(link) !== pageOf(url))
    .map((link) => ({ link, score: score(link) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, max)
    .map(({ link }) => link);
};
