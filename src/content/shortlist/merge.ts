import { splitSlugs } from '#site/shortlist/shortlist-store.ts';
import {
  type Cost,
  type Criterion,
  type Decision,
  type Dossier,
  keyOf,
  MAX_CRITERIA,
  MAX_MARKS,
  type Mark,
  type Memo,
  markKey,
  once,
  readDossier,
} from './decision.ts';

/** What of theirs a merge does not take: there is no room for it, or it would mean something else among ours. */
export interface LeftOut {
  vendors: readonly string[];
  criteria: readonly Criterion[];
  marks: readonly Mark[];
  /** The vendors whose figures are in another currency. */
  costs: readonly string[];
  /** 0 when theirs is taken, the same, or none. */
  dayRate: number;
}

export interface MergePlan {
  merged: Dossier;
  leftOut: LeftOut;
}

const hasDays = ({ days }: Cost) => days.some((amount) => amount > 0);
const hasFigures = (cost: Cost) =>
  hasDays(cost) || [...cost.licence, ...cost.implementation].some((amount) => amount > 0);

type Money = Pick<Decision, 'currency' | 'dayRate' | 'costs'>;

/** Figures are never converted, nor called another currency than they were written in. */
const mergeMoney = (a: Decision, b: Decision) => {
  const ours = a.costs.filter(hasFigures);
  const theirs = b.costs.filter(hasFigures);
  if (ours.length === 0 && a.dayRate === 0) {
    const money: Money = { currency: b.currency, dayRate: b.dayRate, costs: theirs };
    return { money, costs: [], dayRate: 0 };
  }
  const isSameCurrency = a.currency === b.currency;
  // Days that we counted stay what they cost: another rate would change our sums.
  const takesRate = isSameCurrency && a.dayRate === 0 && !ours.some(hasDays);
  const dayRate = takesRate ? b.dayRate : a.dayRate;
  const costs = once([...ours, ...(isSameCurrency ? theirs : [])], ({ vendor }) => vendor);
  const money: Money = { currency: a.currency, dayRate, costs };
  return {
    money,
    costs: isSameCurrency ? [] : theirs.map(({ vendor }) => vendor),
    dayRate: isSameCurrency && b.dayRate === dayRate ? 0 : b.dayRate,
  };
};

/** Ours, with their findings about vendors of which we said nothing; then what only they have. */
const mergeCriteria = (ours: readonly Criterion[], theirs: readonly Criterion[]): Criterion[] => {
  const theirOf = new Map(theirs.map((one) => [keyOf(one), one]));
  const filled = ours.map((one) =>
    one.answers
      ? { ...one, answers: { ...theirOf.get(keyOf(one))?.answers, ...one.answers } }
      : one,
  );
  return once([...filled, ...theirs], keyOf);
};

/** Ours first: where both say something about the same, ours stays. */
export const planMerge = (ours: Dossier, theirs: Dossier): MergePlan => {
  const { slugs: vendors, left } = splitSlugs([...ours.vendors, ...theirs.vendors]);
  const isTaken = ({ vendor }: { vendor: string }) => !left.includes(vendor);
  const a = ours.decision;
  const b: Decision = {
    ...theirs.decision,
    marks: theirs.decision.marks.filter(isTaken),
    costs: theirs.decision.costs.filter(isTaken),
  };
  const criteria = mergeCriteria(a.criteria, b.criteria);
  const marks = once([...a.marks, ...b.marks], markKey);
  const { money, ...leftOfMoney } = mergeMoney(a, b);
  const choose = (key: keyof Memo) => a.memo[key] || b.memo[key];
  const choice = choose('choice');
  const merged = readDossier({
    vendors,
    decision: {
      ...money,
      criteria,
      marks,
      memo: {
        choice: left.includes(choice) ? '' : choice,
        reasons: choose('reasons'),
        dissent: choose('dissent'),
        questions: choose('questions'),
      },
    },
  });
  return {
    merged,
    leftOut: {
      vendors: left,
      criteria: criteria.slice(MAX_CRITERIA),
      marks: marks.slice(MAX_MARKS),
      ...leftOfMoney,
    },
  };
};
