import { SCALE } from '#site/shortlist/weights.ts';
import {
  bestCase,
  compareRanges,
  compareScores,
  isRuledOut,
  type Score,
  type ScoreInput,
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

export const isSameOrder = (a: Order, b: Order) => JSON.stringify(a) === JSON.stringify(b);

export interface WeightChange {
  /** The place of the criterion in the scorecard. */
  criterion: number;
  from: Weight;
  to: Weight;
  order: Order;
}

/** The smallest change of one weight after which the order is another; among equals one that changes the first place. */
export const findSmallestChange = (input: ScoreInput): WeightChange | null => {
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
