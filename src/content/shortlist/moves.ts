import { type Criterion, type Dossier, readDossier } from './decision.ts';

/** A slug that somebody's shortlist may still hold, and what the site calls it now. */
export interface Move {
  from: string;
  to: string;
}

export interface Moved {
  vendors: readonly Move[];
  features: readonly Move[];
}

export const NO_MOVES: Moved = { vendors: [], features: [] };

export interface Slugs {
  vendors: readonly string[];
  features: readonly string[];
}

type Rename = (slug: string) => string;

const renameIn = (criterion: Criterion, vendor: Rename, feature: Rename): Criterion => {
  if (criterion.feature) return { ...criterion, feature: feature(criterion.feature) };
  if (!criterion.answers) return criterion;
  const answers = Object.entries(criterion.answers).map(([slug, answer]) => [vendor(slug), answer]);
  return { ...criterion, answers: Object.fromEntries(answers) };
};

/** Every slug of a dossier by its new name; what has none any more goes, and of two that are now one the first stays. */
const rename = (dossier: Dossier, vendor: Rename, feature: Rename): Dossier => {
  const { vendors, decision } = dossier;
  const renamed: Dossier = {
    vendors: vendors.map(vendor),
    decision: {
      ...decision,
      criteria: decision.criteria.map((one) => renameIn(one, vendor, feature)),
      marks: decision.marks.map((mark) => ({ ...mark, vendor: vendor(mark.vendor) })),
      costs: decision.costs.map((cost) => ({ ...cost, vendor: vendor(cost.vendor) })),
      memo: { ...decision.memo, choice: vendor(decision.memo.choice) },
    },
  };
  // Reading tidies texts, and somebody may be typing: it is done only when something was renamed.
  const isSame = JSON.stringify(renamed) === JSON.stringify({ vendors, decision });
  return isSame ? dossier : readDossier(renamed);
};

const follow = (moves: readonly Move[]): Rename => {
  const newOf = new Map(moves.map(({ from, to }) => [from, to]));
  return (slug) => newOf.get(slug) ?? slug;
};

/** The dossier as the site speaks of it today; the same one when nothing of it was renamed. */
export const followMoves = (dossier: Dossier, { vendors, features }: Moved): Dossier =>
  rename(dossier, follow(vendors), follow(features));

/** The dossier without anything about these vendors and features. */
export const removeSlugs = (dossier: Dossier, { vendors, features }: Slugs): Dossier =>
  rename(
    dossier,
    (slug) => (vendors.includes(slug) ? '' : slug),
    (slug) => (features.includes(slug) ? '' : slug),
  );
