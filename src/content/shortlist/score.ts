import type { Level } from '#content/coverage/coverage.collection.ts';

/** What is known of a vendor and a criterion; null is not confirmed. */
export type Answer = Level | null;

/** The scale of weights; a must-have is no weight but a gate. */
export const SCALE = [5, 3, 1] as const;
export type Weight = (typeof SCALE)[number] | 'must';

/** One vendor's answers stand in the order of the criteria. */
export interface Sheet {
  weights: readonly Weight[];
  vendors: readonly { slug: string; answers: readonly Answer[] }[];
}

/** Fixed, in halves, so that sums stay whole: documented 1, partly ½, says no 0. */
const HALVES = { documented: 2, partial: 1, absent: 0 } as const satisfies Record<Level, number>;

/** Sums over the weighted criteria: what is not confirmed is in `total` and nowhere else. */
export interface Tally {
  /** Weight times value, in halves. */
  earned: number;
  known: number;
  total: number;
}

/** A gate fails by a plain no, and is open as long as something is missing or only partly there. */
export type Gate = 'none' | 'met' | 'open' | 'failed';

export interface Score extends Tally {
  slug: string;
  gate: Gate;
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

const gateOf = (weights: readonly Weight[], answers: readonly Answer[]): Gate => {
  const musts = answers.filter((_, index) => weights[index] === 'must');
  if (musts.length === 0) return 'none';
  if (musts.includes('absent')) return 'failed';
  return musts.every((answer) => answer === 'documented') ? 'met' : 'open';
};

export const scoreVendors = ({ weights, vendors }: Sheet): Score[] =>
  vendors.map(({ slug, answers }) => ({
    slug,
    gate: gateOf(weights, answers),
    ...tally(weights, answers),
  }));

/** Of what is known; null when nothing is. */
export const shareOf = ({ earned, known }: Tally): number | null =>
  known === 0 ? null : earned / (2 * known);

/** How much of the weight is known. */
export const knownShare = ({ known, total }: Tally): number => (total === 0 ? 0 : known / total);

/** If everything that is not confirmed were missing, and if it were all there. */
export const worstCase = ({ earned, total }: Tally): number =>
  total === 0 ? 0 : earned / (2 * total);
export const bestCase = ({ earned, known, total }: Tally): number =>
  total === 0 ? 0 : (earned + 2 * (total - known)) / (2 * total);

/** Above zero when `a` stands before `b`; exact, because the sums are whole. */
export const compareScores = (a: Tally, b: Tally): number =>
  a.earned * b.known - b.earned * a.known;
