import { type Criterion, type Decision, readDecision } from './decision.ts';

/** A slug that a stored shortlist may still hold, and its current slug. */
export interface Move {
  from: string;
  to: string;
}

type Both<T> = Record<'vendors' | 'features', readonly T[]>;
export type Moved = Both<Move>;

type Rename = (slug: string) => string;

const renameIn = (criterion: Criterion, vendor: Rename, feature: Rename): Criterion => {
  if (criterion.feature) return { ...criterion, feature: feature(criterion.feature) };
  if (!criterion.answers) return criterion;
  const answers = Object.entries(criterion.answers).map(([slug, answer]) => [vendor(slug), answer]);
  return { ...criterion, answers: Object.fromEntries(answers) };
};

/** Every slug of a decision by its new name; slugs without one are dropped, and of two that merged the first stays. */
const rename = (decision: Decision, vendor: Rename, feature: Rename): Decision => {
  const { vendors, criteria, members, marks, costs, memo } = decision;
  const rowIn = (criterion: Criterion) => renameIn(criterion, vendor, feature);
  const renamed: Decision = {
    ...decision,
    vendors: vendors.map(vendor),
    criteria: criteria.map(rowIn),
    members: members.map((member) => ({
      ...member,
      vendors: member.vendors.map(vendor),
      criteria: member.criteria.map(rowIn),
    })),
    marks: marks.map((mark) => ({ ...mark, vendor: vendor(mark.vendor) })),
    costs: costs.map((cost) => ({ ...cost, vendor: vendor(cost.vendor) })),
    memo: { ...memo, choice: vendor(memo.choice) },
  };
  // Reading tidies texts, which would disturb typing: it is done only after a rename.
  const isSame = JSON.stringify(renamed) === JSON.stringify(decision);
  return isSame ? decision : readDecision(renamed);
};

export const follow = (moves: readonly Move[]): Rename => {
  const newOf = new Map(moves.map(({ from, to }) => [from, to]));
  return (slug) => newOf.get(slug) ?? slug;
};

/** The decision as the site speaks of it today; the same one when nothing of it was renamed. */
export const followMoves = (decision: Decision, { vendors, features }: Moved): Decision =>
  rename(decision, follow(vendors), follow(features));

export const removeSlugs = (decision: Decision, { vendors, features }: Both<string>): Decision =>
  rename(
    decision,
    (slug) => (vendors.includes(slug) ? '' : slug),
    (slug) => (features.includes(slug) ? '' : slug),
  );
