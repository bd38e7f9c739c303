import { counted } from '#platform/words.ts';
import { MAX_SHORTLISTED, splitSlugs } from '#site/shortlist/shortlist-store.ts';
import { sayAmount } from './costs.ts';
import {
  type Cost,
  type Criterion,
  type Decision,
  keyOf,
  MAX_CRITERIA,
  MAX_MARKS,
  MAX_MEMBERS,
  MAX_MEMO,
  type Mark,
  MEMO_TEXTS,
  type Memo,
  markKey,
  once,
  personKey,
  readDecision,
} from './decision.ts';
import type { DecisionData } from './model.ts';

const RANGES = ['licence', 'implementation', 'days'] as const;
const hasDays = ({ days }: Cost) => days.some((amount) => amount > 0);
const hasFigures = (cost: Cost) => RANGES.some((key) => cost[key].some((amount) => amount > 0));

const isOtherCost = (own: Cost, one: Cost) =>
  hasFigures(own) && hasFigures(one) && RANGES.some((key) => own[key].join() !== one[key].join());

const vendorOf = ({ vendor }: Cost) => vendor;

/** Figures are never converted, nor called another currency than they were written in. */
const mergeMoney = (a: Decision, b: Decision) => {
  const ours = a.costs.filter(hasFigures);
  const theirs = b.costs.filter(hasFigures);
  if (ours.length === 0 && a.dayRate === 0) {
    const money = { currency: b.currency, dayRate: b.dayRate, costs: theirs };
    return { money, costs: [], dayRate: 0 };
  }
  const isSameCurrency = a.currency === b.currency;
  // Our counted days keep their cost: another rate would change our sums.
  const takesRate = isSameCurrency && a.dayRate === 0 && !ours.some(hasDays);
  const dayRate = takesRate ? b.dayRate : a.dayRate;
  const costs = once([...ours, ...(isSameCurrency ? theirs : [])], vendorOf);
  return {
    money: { currency: a.currency, dayRate, costs },
    costs: isSameCurrency ? [] : theirs.map(vendorOf),
    dayRate: isSameCurrency && b.dayRate === dayRate ? 0 : b.dayRate,
  };
};

/** Our criteria, with their findings where we have none; then their other criteria. */
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
  const texts: string[] = [];
  for (const { key, label } of MEMO_TEXTS) {
    const joined = joinTexts(a[key], b[key]);
    if (joined.length <= MAX_MEMO) memo[key] = joined;
    else texts.push(label);
  }
  return { memo, texts };
};

/** Those of theirs that say something else than ours of the same key. */
const differing = <T>(
  [ours, theirs]: readonly [readonly T[], readonly T[]],
  key: (one: T) => string,
  differs: (own: T, one: T) => boolean,
): T[] => {
  const ownOf = new Map(ours.map((one) => [key(one), one]));
  return theirs.filter((one) => differs(ownOf.get(key(one)) ?? one, one));
};

/** Entries on which both sides differ: ours stay. */
const findDiffering = (a: Decision, b: Decision) => {
  const criteria = [a.criteria, b.criteria] as const;
  const costs = a.currency === b.currency ? ([a.costs, b.costs] as const) : ([[], []] as const);
  return {
    weights: differing(criteria, keyOf, (own, one) => own.weight !== one.weight),
    findings: differing(criteria, keyOf, (own, one) =>
      Object.entries(one.answers ?? {}).some(
        ([vendor, answer]) => (own.answers?.[vendor] ?? answer) !== answer,
      ),
    ),
    marks: differing(
      [a.marks, b.marks],
      markKey,
      (own, one) => own.mark !== one.mark || (one.note !== '' && own.note !== one.note),
    ),
    costs: differing(costs, vendorOf, isOtherCost).map(vendorOf),
    choice: a.memo.choice && b.memo.choice !== a.memo.choice ? b.memo.choice : '',
  };
};

/** Ours first: where both say something about the same, ours stays; what of theirs is dropped, and for want of what. */
export const planMerge = (ours: Decision, theirs: Decision) => {
  const { slugs: vendors, left } = splitSlugs([...ours.vendors, ...theirs.vendors]);
  const isTaken = ({ vendor }: { vendor: string }) => !left.includes(vendor);
  const theirsTaken: Decision = {
    ...theirs,
    marks: theirs.marks.filter(isTaken),
    costs: theirs.costs.filter(isTaken),
  };
  const criteria = mergeCriteria(ours.criteria, theirs.criteria);
  const marks = once([...ours.marks, ...theirsTaken.marks], markKey);
  const members = once([...ours.members, ...theirs.members], personKey);
  const { money, ...leftOfMoney } = mergeMoney(ours, theirsTaken);
  const { memo, texts } = mergeMemo(ours.memo, theirs.memo);
  const merged = readDecision({
    ...money,
    vendors,
    scoredBy: ours.scoredBy,
    criteria,
    countsStated: ours.countsStated,
    members,
    marks,
    memo: { ...memo, choice: left.includes(memo.choice) ? '' : memo.choice },
  });
  return {
    merged,
    leftOut: {
      vendors: left,
      criteria: criteria.slice(MAX_CRITERIA),
      marks: marks.slice(MAX_MARKS),
      members: members.slice(MAX_MEMBERS).map(({ name }) => name),
      ...leftOfMoney,
      texts,
      differing: findDiffering(ours, theirsTaken),
    },
  };
};

export type LeftOut = ReturnType<typeof planMerge>['leftOut'];

/** Entries a merge would drop, by name and with the reason; empty when it takes everything. */
export const sayLeftOut = (
  leftOut: LeftOut,
  { ours, theirs }: Record<'ours' | 'theirs', Pick<Decision, 'currency' | 'dayRate'>>,
  { vendors, features }: Pick<DecisionData, 'vendors' | 'features'>,
): string[] => {
  const names = new Map([...vendors, ...features].map(({ slug, name }) => [slug, name]));
  const nameOf = (slug = '') => names.get(slug) ?? slug;
  const nameCriterion = ({ feature, words }: Criterion) => words ?? nameOf(feature);
  const nameMark = ({ name, vendor }: Mark) => `${name} on ${nameOf(vendor)}`;
  const { criteria, marks, costs, dayRate, texts, differing } = leftOut;
  const lines: string[] = [];
  const add = (what: string, why: string, those: readonly string[]) => {
    if (those.length > 0) lines.push(`${what}, ${why}: ${those.join(', ')}.`);
  };
  add(
    counted(leftOut.vendors.length, 'vendor', 'vendors'),
    `as a shortlist holds ${MAX_SHORTLISTED}`,
    leftOut.vendors.map(nameOf),
  );
  add(
    counted(criteria.length, 'criterion', 'criteria'),
    `as a scorecard holds ${MAX_CRITERIA}`,
    criteria.map(nameCriterion),
  );
  add(
    counted(marks.length, 'mark', 'marks'),
    `as there is room for ${MAX_MARKS}`,
    marks.map(nameMark),
  );
  add('Scorecards of others', `as a committee has room for ${MAX_MEMBERS}`, leftOut.members);
  add(`Costs in ${theirs.currency}`, `as yours are in ${ours.currency}`, costs.map(nameOf));
  if (dayRate > 0) {
    const own = ours.dayRate > 0 ? sayAmount(ours.dayRate, ours.currency) : 'none yet';
    lines.push(`A day rate of ${sayAmount(dayRate, theirs.currency)}; yours stays: ${own}.`);
  }
  const own = 'as you have your own';
  add('The choice', own, differing.choice ? [nameOf(differing.choice)] : []);
  add('Weights', own, differing.weights.map(nameCriterion));
  add('Findings', own, differing.findings.map(nameCriterion));
  add('Marks', own, differing.marks.map(nameMark));
  add('Costs', own, differing.costs.map(nameOf));
  add('Texts of the memo', `as each has room for ${MAX_MEMO} characters`, texts);
  return lines;
};
