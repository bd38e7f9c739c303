import {
  type Answer,
  type Score,
  type ScoreInput,
  scoreVendor,
  scoreVendors,
  type Weight,
} from './score.ts';
import { isSameOrder, judge, type Order, orderOf, rankScores } from './verdict.ts';

/** An open answer, and the order after a yes and after a no; null where that answer leaves the order as it is. */
export interface Question {
  slug: string;
  /** The place of the criterion in the scorecard. */
  criterion: number;
  yes: Order | null;
  no: Order | null;
}

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
 * pairs of vendors comes first; then one after which a vendor leads, then the weightiest.
 */
export const findQuestions = (input: ScoreInput): Question[] => {
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
