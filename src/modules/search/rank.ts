import type { Page } from './document.server.ts';
import type { Reading, Unit } from './query.ts';
import type { Hits } from './text-index.server.ts';

export interface Found {
  page: Page;
  /** 3 the name, 2 its beginning, 1 all words in the title, 0 words somewhere. */
  tier: number;
  score: number;
  /** Words that it lacks. */
  missing: string[];
}

/** A word in so many documents, or more, tells next to nothing. */
const COMMON = 200;
/** A document that lacks words must have this share of the weight of all words that some document has. */
const ENOUGH = 0.3;
const BY_NAME = 3;
const BY_BEGINNING = 2;
const BY_TITLE = 1;

/** How many documents have each of the words, in their order. */
export const countUnits = (units: readonly Unit[], hits: Hits): number[] => {
  const counts = units.map(() => 0);
  for (const { has } of hits.values()) {
    for (let at = 0; at < counts.length; at += 1)
      counts[at] = (counts[at] ?? 0) + ((has >> at) & 1);
  }
  return counts;
};

/** The rarer a word, the more it tells. */
const weightOf = (documents: number) =>
  Math.log(1 + (2 * COMMON) / Math.max(1, Math.min(documents, COMMON)));

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

interface Ranked {
  pages: ReadonlyMap<string, Page>;
  reading: Reading;
  hits: Hits;
  /** How much a hit of each kind counts; others are not sought. */
  kinds: ReadonlyMap<string, number>;
}

/**
 * The rank of a page is its score as a share of the best one, multiplied by the weight of its kind; twice the share of
 * the words that are its name comes on top. Above all stand whole tiers: the name itself, its beginning, a title with
 * all words.
 */
export const rankPages = ({ pages, reading, hits, kinds }: Ranked): Found[] => {
  const { units } = reading;
  const typed = reading.words.join(' ');
  const exact = new Set(reading.exact.map(({ path }) => path));
  const counts = countUnits(units, hits);
  const weights = counts.map(weightOf);
  /** What the words tell of which these are the bits. */
  const sum = (bits: number) =>
    weights.reduce((total, weight, at) => total + ((bits >> at) & 1) * weight, 0);
  const bitsOf = (isMeant: (unit: Unit, at: number) => boolean) =>
    units.reduce((bits, unit, at) => bits | (isMeant(unit, at) ? 1 << at : 0), 0);
  const all = bitsOf(() => true);
  // A word that no page has must not hide those that have the others.
  const enough = ENOUGH * sum(bitsOf((_, at) => counts[at] !== 0));
  let best = 0;
  for (const { score } of hits.values()) best = Math.max(best, score);
  /** The share of a page's name in what all words tell. */
  const shares = new Map<string, number>();
  for (const { start, end, pages: meant } of reading.spans) {
    const words = reading.words.slice(start, end);
    const share = sum(bitsOf(({ word }) => words.includes(word))) / sum(all);
    for (const { path } of meant) shares.set(path, Math.max(share, shares.get(path) ?? 0));
  }
  const tierOf = (page: Page, named: number) => {
    if (page.name === typed || exact.has(page.path)) return BY_NAME;
    if (page.name.startsWith(typed)) return BY_BEGINNING;
    return named === all ? BY_TITLE : 0;
  };

  const found: Found[] = [];
  for (const [key, page] of pages) {
    const weight = kinds.get(page.kind);
    if (weight === undefined) continue;
    const { score: words = 0, has = 0, named = 0 } = hits.get(key) ?? {};
    const tier = tierOf(page, named);
    const score = (words / (best || 1)) * weight + 2 * (shares.get(page.path) ?? 0);
    if (tier === 0 && score < 1 && (has === 0 || sum(has) < enough)) continue;
    const isWhole = tier === BY_NAME || has === all;
    const missing = isWhole ? [] : units.filter((_, at) => ((has >> at) & 1) === 0);
    found.push({ page, tier, score, missing: missing.map(({ word }) => word) });
  }
  return found.sort(
    (a, b) =>
      b.tier - a.tier ||
      b.score - a.score ||
      compare(b.page.day, a.page.day) ||
      compare(a.page.title, b.page.title),
  );
};
