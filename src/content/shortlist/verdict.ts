import {
  compareScores,
  SCALE,
  type Score,
  type Sheet,
  scoreVendors,
  type Weight,
} from './score.ts';

/** A lead under a tenth is none: evidence is not that exact. */
const CLEAR_LEAD = 10;

/** Who can be ranked: no must-have failed, and something is known. The best come first, equals keep their order. */
export const rankScores = (scores: readonly Score[]): Score[] =>
  scores
    .filter(({ gate, known }) => gate !== 'failed' && known > 0)
    .toSorted((a, b) => compareScores(b, a));

/** Slugs by rank; who is level stands together. */
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

const isSame = (a: Order, b: Order) => JSON.stringify(a) === JSON.stringify(b);

export interface WeightChange {
  /** The place of the criterion in the sheet. */
  criterion: number;
  from: Weight;
  to: Weight;
  order: Order;
}

/** The smallest change of one weight after which the order is another; among equals one that changes the first place. */
export const findSmallestChange = (sheet: Sheet): WeightChange | null => {
  const now = orderOf(rankScores(scoreVendors(sheet)));
  const changes = sheet.weights.flatMap((from, criterion) => {
    if (from === 'must') return [];
    return SCALE.filter((to) => to !== from).flatMap((to) => {
      const weights = sheet.weights.with(criterion, to);
      const order = orderOf(rankScores(scoreVendors({ ...sheet, weights })));
      if (isSame(order, now)) return [];
      const isFirst = !isSame(order.slice(0, 1), now.slice(0, 1));
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
  | { kind: 'not-whole' | 'too-few' | 'none-left' | 'no-weights' }
  | { kind: 'one-left'; only: Score }
  | { kind: 'winner' | 'no-clear-winner'; first: Score; second: Score; lead: number };

const isWeighed = ({ total }: Score) => total > 0;

/** Who is left after the must-haves, and whether the first leads the second by a tenth of the scale or more. */
export const judge = (scores: readonly Score[]): Verdict => {
  const left = scores.filter(({ gate }) => gate !== 'failed');
  const [only] = left;
  if (!only) return { kind: scores.length === 0 ? 'too-few' : 'none-left' };
  if (left.length === 1 && scores.length > 1) return { kind: 'one-left', only };
  if (only.gate !== 'none' && !left.some(isWeighed)) return { kind: 'no-weights' };
  const [first, second] = rankScores(left);
  if (!first || !second) return { kind: 'too-few' };
  const whole = 2 * first.known * second.known;
  const ahead = compareScores(first, second);
  const kind = CLEAR_LEAD * ahead >= whole ? 'winner' : 'no-clear-winner';
  return { kind, first, second, lead: ahead / whole };
};
