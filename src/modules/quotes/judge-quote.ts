import { type Candidate, findCandidate } from './candidate.ts';
import { lookIn } from './look-in.ts';
import { pageTrouble } from './page-trouble.ts';
import { wordsOf } from './sentences.ts';

interface GoodRead {
  kind: 'readable';
  /** The address that answered, after redirects. */
  url: string;
  title: string | null;
  text: string;
  /** All visible text: the quote may stand outside of what counts as the article today. */
  whole: string;
  isCut: boolean;
}

export type Read = GoodRead | { kind: 'unreadable'; url: string; reason: string };

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

const reasonOf = (candidate: Candidate | null): string => {
  if (candidate?.isNegated) return 'The page seems to deny it now';
  return candidate ? 'The page says it in other words now' : 'The page no longer says it';
};

/** What one read of its page tells of a quote. Whatever leaves a doubt is unreadable, and never gone. */
export const judgeQuote = (watched: Watched, read: Read, now: number): Verdict => {
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
  return {
    state: 'gone',
    since,
    reason: reasonOf(candidate),
    candidate: candidate?.sentence ?? null,
  };
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
