import type { Level } from '#content/coverage/coverage.collection.ts';
import { SCALE, type Step } from '#site/shortlist/shortlist-store.ts';

/** The level of a vendor for a criterion; null is not confirmed. */
export type Answer = Level | null;

/** On the scale of weights; a must-have is a gate. */
export type Weight = Step | 'must';

/** Each vendor's answers stand in the order of the weights. */
export interface ScoreInput {
  weights: readonly Weight[];
  vendors: readonly VendorAnswers[];
}
export interface VendorAnswers {
  slug: string;
  answers: readonly Answer[];
}

/** Fixed, in halves, so that sums stay whole: documented 1, partly ½, says no 0. */
const HALVES = { documented: 2, partial: 1, absent: 0 } as const satisfies Record<Level, number>;

/** Sums over the weighted criteria: unconfirmed answers count in `total` only. */
export interface Tally {
  /** Weight times value, in halves. */
  earned: number;
  known: number;
  total: number;
}

export interface Score extends Tally {
  slug: string;
  musts: Record<Level | 'total', number>;
}

const tally = (weights: readonly Weight[], answers: readonly Answer[]): Tally => {
  const sums = { earned: 0, known: 0, total: 0 };
  for (const [index, weight] of weights.entries()) {
    if (weight === 'must') continue;
    sums.total += weight;
    const answer = answers[index];
    if (!answer) continue;
    sums.known += weight;
    sums.earned += weight * HALVES[answer];
  }
  return sums;
};

const countMusts = (weights: readonly Weight[], answers: readonly Answer[]) => {
  const musts = answers.filter((_, index) => weights[index] === 'must');
  const count = (level: Level) => musts.filter((answer) => answer === level).length;
  return {
    total: musts.length,
    documented: count('documented'),
    partial: count('partial'),
    absent: count('absent'),
  };
};

const scoreVendor = (weights: readonly Weight[], { slug, answers }: VendorAnswers): Score => ({
  slug,
  musts: countMusts(weights, answers),
  ...tally(weights, answers),
});

export const scoreVendors = ({ weights, vendors }: ScoreInput): Score[] =>
  vendors.map((vendor) => scoreVendor(weights, vendor));

/** A plain no to a must-have rules out. */
export const isRuledOut = ({ musts }: Score): boolean => musts.absent > 0;

export const mustsToAsk = ({ musts }: Score): number =>
  musts.total - musts.documented - musts.absent;

/** Of the known weight; null without any. */
export const shareOf = ({ earned, known }: Tally): number | null =>
  known === 0 ? null : earned / (2 * known);

export const knownShare = ({ known, total }: Tally): number => (total === 0 ? 0 : known / total);

/** If everything that is not confirmed were missing, and if it were all there; both in halves. */
const highest = ({ earned, known, total }: Tally): number => earned + 2 * (total - known);

export const worstCase = ({ earned, total }: Tally): number =>
  total === 0 ? 0 : earned / (2 * total);
export const bestCase = (tally: Tally): number =>
  tally.total === 0 ? 0 : highest(tally) / (2 * tally.total);

/** Above zero when `a` stands before `b`: by the score, and where it is level by must-haves documented, then partly. */
export const compareScores = (a: Score, b: Score): number =>
  a.earned * b.known - b.earned * a.known ||
  a.musts.documented - b.musts.documented ||
  a.musts.partial - b.musts.partial;

/** How `a` stands to `b` for every outcome of the open answers; null when they decide it. */
const compareRanges = (a: Score, b: Score): 'above' | 'level' | null => {
  if (a.earned > highest(b)) return 'above';
  const isSettled = a.known === a.total && b.known === b.total && a.earned === b.earned;
  if (!isSettled) return null;
  if (a.musts.documented > b.musts.documented + mustsToAsk(b)) return 'above';
  return mustsToAsk(a) + mustsToAsk(b) === 0 && a.musts.documented === b.musts.documented
    ? 'level'
    : null;
};

/** Scored vendors; if none has a score, all that are left once any must-have is documented, even partly. */
const rankable = (left: readonly Score[]): readonly Score[] => {
  const scored = left.filter(({ known }) => known > 0);
  if (scored.length > 0) return scored;
  return left.some(({ musts }) => musts.documented + musts.partial > 0) ? left : [];
};

export const rankScores = (scores: readonly Score[]): Score[] =>
  rankable(scores.filter((score) => !isRuledOut(score))).toSorted((a, b) => compareScores(b, a));

export type Order = string[][];

export const orderOf = (ranked: readonly Score[]): Order => {
  const order: Order = [];
  for (const [index, score] of ranked.entries()) {
    const before = ranked[index - 1];
    if (before && compareScores(before, score) === 0) order.at(-1)?.push(score.slug);
    else order.push([score.slug]);
  }
  return order.map((level) => level.toSorted());
};

const isSameOrder = (a: Order, b: Order) => JSON.stringify(a) === JSON.stringify(b);

/** The smallest change of one weight after which the order is another; among equals one that changes the first place. */
export const findSmallestChange = (input: ScoreInput) => {
  const now = orderOf(rankScores(scoreVendors(input)));
  const changes = input.weights.flatMap((from, criterion) => {
    if (from === 'must') return [];
    return SCALE.filter((to) => to !== from).flatMap((to) => {
      const weights = input.weights.with(criterion, to);
      const order = orderOf(rankScores(scoreVendors({ ...input, weights })));
      if (isSameOrder(order, now)) return [];
      const isFirst = !isSameOrder(order.slice(0, 1), now.slice(0, 1));
      return [{ criterion, from, to, order, size: Math.abs(to - from), isFirst }];
    });
  });
  const [found] = changes.toSorted(
    (a, b) => a.size - b.size || Number(b.isFirst) - Number(a.isFirst),
  );
  if (!found) return null;
  const { criterion, from, to, order } = found;
  return { criterion, from, to, order };
};

export type Verdict =
  | { kind: 'not-whole' | 'too-few' | 'none-left' }
  | { kind: 'one-left'; only: Score }
  | {
      /** Leads: no other range reaches the first. Open: unconfirmed answers decide. */
      kind: 'leads' | 'level' | 'open';
      first: Score;
      /** Those that the first does not surely beat, or all others when it leads; the highest best case comes first. */
      rivals: readonly Score[];
    };

/** Vendors left after the must-haves, and whether the first leads for every outcome of the open answers. */
export const judge = (scores: readonly Score[]): Verdict => {
  const left = scores.filter((score) => !isRuledOut(score));
  const [only] = left;
  if (!only) return { kind: scores.length === 0 ? 'too-few' : 'none-left' };
  if (left.length === 1)
    return scores.length > 1 ? { kind: 'one-left', only } : { kind: 'too-few' };
  const [first] = rankScores(left);
  if (!first) return { kind: 'too-few' };
  const others = left
    .filter((score) => score !== first)
    .toSorted((a, b) => bestCase(b) - bestCase(a) || compareScores(b, a));
  const rivals = others.filter((score) => compareRanges(first, score) !== 'above');
  if (rivals.length === 0) return { kind: 'leads', first, rivals: others };
  const isLevel = rivals.every((score) => compareRanges(first, score) === 'level');
  return { kind: isLevel ? 'level' : 'open', first, rivals };
};

/** A must-have stands above every weight. */
export const heftOf = (weight: Weight): number => (weight === 'must' ? 10 : weight);

const placesOf = (order: Order): Map<string, number> =>
  new Map(order.flatMap((level, place) => level.map((slug) => [slug, place] as const)));

/** Counts pairs of vendors whose order changes; unranked vendors stand below all. */
const countTurned = (before: Order, after: Order, slugs: readonly string[]): number => {
  const was = placesOf(before);
  const is = placesOf(after);
  const standing = (places: Map<string, number>, a: string, b: string) =>
    Math.sign((places.get(a) ?? slugs.length) - (places.get(b) ?? slugs.length));
  return slugs
    .flatMap((a, index) => slugs.slice(index + 1).map((b) => [a, b] as const))
    .filter(([a, b]) => standing(was, a, b) !== standing(is, a, b)).length;
};

const isOpen = (weight: Weight, answer: Answer) =>
  answer === null || (weight === 'must' && answer === 'partial');

/**
 * The open answers of possible leaders, each tried as a yes and as a no. The one that turns round the most
 * pairs of vendors comes first; then one after which a vendor leads, then the weightiest. Null is the order as it is.
 */
export const findQuestions = (input: ScoreInput) => {
  const scores = scoreVendors(input);
  const verdict = judge(scores);
  if (verdict.kind !== 'open') return [];
  const now = orderOf(rankScores(scores));
  const slugs = input.vendors.map(({ slug }) => slug);
  const asked = new Set([verdict.first, ...verdict.rivals].map(({ slug }) => slug));
  const trial = (after: Score[]) => {
    const order = orderOf(rankScores(after));
    const { kind } = judge(after);
    return {
      order: isSameOrder(order, now) ? null : order,
      turned: countTurned(now, order, slugs),
      settles: kind === 'leads' || kind === 'one-left' ? 1 : 0,
    };
  };
  const tried = input.vendors.flatMap(({ slug, answers }, column) =>
    input.weights.flatMap((weight, criterion) => {
      if (!asked.has(slug) || !isOpen(weight, answers[criterion] ?? null)) return [];
      const answered = (answer: Answer) =>
        scores.with(
          column,
          scoreVendor(input.weights, { slug, answers: answers.with(criterion, answer) }),
        );
      const yes = trial(answered('documented'));
      const no = trial(answered('absent'));
      return [{ slug, criterion, yes, no, heft: heftOf(weight) }];
    }),
  );
  return tried
    .toSorted(
      (a, b) =>
        b.yes.turned + b.no.turned - (a.yes.turned + a.no.turned) ||
        b.yes.settles + b.no.settles - (a.yes.settles + a.no.settles) ||
        b.heft - a.heft,
    )
    .map(({ slug, criterion, yes, no }) => ({ slug, criterion, yes: yes.order, no: no.order }));
};

export type Question = ReturnType<typeof findQuestions>[number];
