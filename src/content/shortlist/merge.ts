import { splitSlugs } from '#site/shortlist/shortlist-store.ts';
import {
  type Cost,
  type Criterion,
  type Decision,
  type Dossier,
  keyOf,
  MAX_CRITERIA,
  MAX_MARKS,
  MAX_MEMO,
  type Mark,
  type Memo,
  markKey,
  once,
  readDossier,
} from './decision.ts';

/** What of theirs a merge does not take: there is no room for it, it would mean something else among ours, or we say something else. */
export interface LeftOut {
  vendors: readonly string[];
  criteria: readonly Criterion[];
  marks: readonly Mark[];
  /** The vendors whose figures are in another currency. */
  costs: readonly string[];
  /** 0 when theirs is taken, the same, or none. */
  dayRate: number;
  /** Texts of the memo that have no room beside ours. */
  texts: readonly TextKey[];
  differing: Differing;
}

/** What both sides say something about, and not the same: ours stays. */
interface Differing {
  weights: readonly Criterion[];
  /** Own criteria of which both found something. */
  findings: readonly Criterion[];
  marks: readonly Mark[];
  /** The vendors of which both have figures. */
  costs: readonly string[];
  /** '' when theirs is taken, the same, or none. */
  choice: string;
}

type TextKey = Exclude<keyof Memo, 'choice'>;
const TEXTS: readonly TextKey[] = ['reasons', 'dissent', 'questions'];

export interface MergePlan {
  merged: Dossier;
  leftOut: LeftOut;
}

const RANGES = ['licence', 'implementation', 'days'] as const;
const hasDays = ({ days }: Cost) => days.some((amount) => amount > 0);
const hasFigures = (cost: Cost) =>
  hasDays(cost) || [...cost.licence, ...cost.implementation].some((amount) => amount > 0);

const isSame = (one: Cost, other: Cost) =>
  RANGES.every((key) => one[key].join() === other[key].join());

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

/** Ours, then their paragraphs that we do not have, so that a second merge adds nothing. */
const joinTexts = (ours: string, theirs: string): string => {
  const own = ours.split('\n\n');
  const added = theirs.split('\n\n').filter((paragraph) => !own.includes(paragraph));
  return [ours, ...added].filter(Boolean).join('\n\n');
};

const mergeMemo = (a: Memo, b: Memo) => {
  const memo: Memo = { ...a, choice: a.choice || b.choice };
  const texts: TextKey[] = [];
  for (const key of TEXTS) {
    const joined = joinTexts(a[key], b[key]);
    if (joined.length <= MAX_MEMO) memo[key] = joined;
    else texts.push(key);
  }
  return { memo, texts };
};

const findDiffering = (a: Decision, b: Decision): Differing => {
  const criterionOf = new Map(a.criteria.map((one) => [keyOf(one), one]));
  const markOf = new Map(a.marks.map((one) => [markKey(one), one]));
  const costOf = new Map(a.costs.filter(hasFigures).map((one) => [one.vendor, one]));
  return {
    weights: b.criteria.filter(
      (theirs) => (criterionOf.get(keyOf(theirs)) ?? theirs).weight !== theirs.weight,
    ),
    findings: b.criteria.filter((theirs) => {
      const own = criterionOf.get(keyOf(theirs))?.answers ?? {};
      const found = Object.entries(theirs.answers ?? {});
      return found.some(([vendor, answer]) => (own[vendor] ?? answer) !== answer);
    }),
    marks: b.marks.filter((theirs) => {
      const { mark, note } = markOf.get(markKey(theirs)) ?? theirs;
      return mark !== theirs.mark || (theirs.note !== '' && note !== theirs.note);
    }),
    costs:
      a.currency === b.currency
        ? b.costs
            .filter(hasFigures)
            .filter((one) => !isSame(costOf.get(one.vendor) ?? one, one))
            .map(({ vendor }) => vendor)
        : [],
    choice: a.memo.choice && b.memo.choice !== a.memo.choice ? b.memo.choice : '',
  };
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
  const { memo, texts } = mergeMemo(a.memo, b.memo);
  const merged = readDossier({
    vendors,
    decision: {
      ...money,
      criteria,
      marks,
      memo: { ...memo, choice: left.includes(memo.choice) ? '' : memo.choice },
    },
  });
  return {
    merged,
    leftOut: {
      vendors: left,
      criteria: criteria.slice(MAX_CRITERIA),
      marks: marks.slice(MAX_MARKS),
      ...leftOfMoney,
      texts,
      differing: findDiffering(a, b),
    },
  };
};
