import { SCALE } from '#site/shortlist/weights.ts';
import {
  type Answer,
  bestCase,
  compareRanges,
  compareScores,
  isRuledOut,
  type Score,
  type ScoreInput,
  scoreVendor,
  scoreVendors,
  type Weight,
} from './score.ts';

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
  const [was, is] = [placesOf(before), placesOf(after)];
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
      const [yes, no] = [trial(answered('documented')), trial(answered('absent'))];
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
