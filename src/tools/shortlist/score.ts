import type { Level } from '#content/coverage/coverage.collection.ts';

/** The level of a vendor for a criterion; null is not confirmed. */
export type Answer = Level | null;

/** On the scale of weights, or the sum of several people's weights. */
export type Weight = number | 'must';

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

export const scoreVendor = (
  weights: readonly Weight[],
  { slug, answers }: VendorAnswers,
): Score => ({ slug, musts: countMusts(weights, answers), ...tally(weights, answers) });

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
export const compareRanges = (a: Score, b: Score): 'above' | 'level' | null => {
  if (a.earned > highest(b)) return 'above';
  const isSettled = a.known === a.total && b.known === b.total && a.earned === b.earned;
  if (!isSettled) return null;
  if (a.musts.documented > b.musts.documented + mustsToAsk(b)) return 'above';
  return mustsToAsk(a) + mustsToAsk(b) === 0 && a.musts.documented === b.musts.documented
    ? 'level'
    : null;
};
