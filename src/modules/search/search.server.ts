import { setImmediate as turn } from 'node:timers/promises';
import type { SearchKind } from './document.server.ts';
import type { Names } from './names.ts';
import { type Reading, readWords, typedIn } from './query.ts';
import { countUnits, type Found, rankPages } from './rank.ts';
import type { SearchIndex } from './search-index.server.ts';
import { stemOf } from './stem.ts';
import type { Hits } from './text-index.server.ts';
import { wordsOf } from './words.ts';

/** A word in so many texts is no mistake. */
const ENOUGH = 3;
/** Each is compared with all names. */
const MAX_DOUBTFUL = 4;

interface SearchAsked {
  q: string;
  kind?: string | undefined;
  limit: number;
  isExact?: boolean | undefined;
}

interface SearchResult {
  reading: Reading;
  corrected: string | null;
  /** Whether something has all of the words that were typed. */
  isFound: boolean;
  /** The best of each kind, the best of all first, and how many of each there are. */
  hits: Found[];
  totals: ReadonlyMap<string, number>;
  /** Whether changed pages are still being read, so that there may be more. */
  isPartial: boolean;
}

interface Options {
  index: SearchIndex;
  kinds: readonly SearchKind[];
  readNames(): Promise<Names>;
}

const hasAll = ({ missing }: Found) => missing.length === 0;

/** The first of each kind, in their order, and how many there are. */
const bestOfEach = (found: readonly Found[], limit: number) => {
  const totals = new Map<string, number>();
  const hits = found.filter(({ page }) => {
    const place = (totals.get(page.kind) ?? 0) + 1;
    totals.set(page.kind, place);
    return place <= limit;
  });
  return { hits, totals };
};

export const createSearch = ({ index, kinds, readNames }: Options) => {
  /** The word of a text that this one was most likely meant to be. */
  const nearest = (word: string): readonly string[] | null => {
    const near = index.open.nearest(word);
    const page = near && index.pages.get(near.key);
    if (!page) return null;
    const meant = wordsOf(`${page.title} ${page.summary} ${page.body}`).find(
      (one) => stemOf(one) === near.stem,
    );
    return meant ? [meant] : null;
  };

  /** Only a word that no title and next to no text has can be misspelt. */
  const correct = (typed: Reading, hits: Hits, names: Names): Reading | null => {
    const isPart = new Set(typed.spans.flatMap(({ start, end }) => typed.words.slice(start, end)));
    const counts = new Map(
      countUnits(typed.units, hits).map((count, at) => [typed.units[at]?.word, count]),
    );
    const doubtful = typed.units
      .filter(({ word }) => !isPart.has(word) && !names.isKnown(word))
      .filter((unit) => (counts.get(unit.word) ?? 0) < ENOUGH && !index.open.isTitled(unit.word))
      .slice(0, MAX_DOUBTFUL);
    const meant = new Map(
      doubtful.flatMap((unit) => {
        const words =
          names.correct(unit.word) ?? (counts.get(unit.word) ? null : nearest(unit.word));
        return words ? [[unit.word, words] as const] : [];
      }),
    );
    if (meant.size === 0) return null;
    return readWords(
      typed.words.flatMap((word) => meant.get(word) ?? [word]),
      names,
      [...meant.values()].flat(),
    );
  };

  /** The words as they were typed, and as corrected. */
  const understand = async (q: string, isExact = false) => {
    const [names] = await Promise.all([readNames(), index.ready()]);
    // No statement holds a search up: a crowd of them leaves the event loop to others in between.
    await turn();
    const typed = readWords(typedIn(q), names);
    const found = index.open.find(typed.units);
    return { names, typed, found, meant: isExact ? null : correct(typed, found, names) };
  };

  const search = async ({ q, kind, limit, isExact }: SearchAsked): Promise<SearchResult> => {
    const { typed, found, meant } = await understand(q, isExact);
    const reading = meant ?? typed;
    const nothing = {
      reading,
      corrected: null,
      isFound: false,
      hits: [],
      totals: new Map<string, number>(),
      isPartial: !index.isInStep,
    };
    if (typed.units.length === 0) return nothing;
    const wanted = kinds.filter(({ name }) => kind === undefined || name === kind);
    const asked = {
      pages: index.pages,
      kinds: new Map(wanted.map(({ name, weight }) => [name, weight])),
    };

    const asTyped = rankPages({ ...asked, reading: typed, hits: found });
    const exact = asTyped.filter(hasAll);
    const isFound = exact.length > 0;
    if (!meant) return { ...nothing, isFound, ...bestOfEach(asTyped, limit) };
    // Hits for the typed words stand above corrected ones.
    const paths = new Set(exact.map(({ page }) => page.path));
    const more = rankPages({ ...asked, reading: meant, hits: index.open.find(meant.units) });
    const all = [...exact, ...more.filter(({ page }) => !paths.has(page.path))];
    return {
      ...nothing,
      corrected: meant.words.join(' '),
      isFound,
      ...bestOfEach(all, limit),
    };
  };

  return { search, understand, readNames, index };
};

export type Search = ReturnType<typeof createSearch>;
