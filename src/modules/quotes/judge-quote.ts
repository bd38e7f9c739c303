import { QUOTE_LENGTH } from '#modules/page-text/find-quote.ts';
import type { PageText } from '#modules/page-text/page-text.server.ts';
import { lookIn } from './look-in.ts';
import { negationsIn } from './negations.ts';
import { pageTrouble } from './page-trouble.ts';
import { sentencesOf, wordsOf } from './sentences.ts';

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
