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
  markKey,
  once,
  personKey,
  readDecision,
} from './decision.ts';
import type { DecisionData } from './model.ts';

const RANGES = ['licence', 'implementation', 'days'] as const;
const hasDays = ({ days }: Cost) => days.some((amount) => amount > 0);
const hasFigures = (cost: Cost) => RANGES.some((key) => cost[key].some((amount) => amount > 0));

/** Ours, then what is new of theirs; what has no room; and those of theirs to which ours say something else. */
const join = <T>(
  ours: readonly T[],
  theirs: readonly T[],
  key: (one: T) => string,
  max: number,
) => {
  const ownOf = new Map(ours.map((one) => [key(one), one]));
  const all = once([...ours, ...theirs], key);
  return {
    all,
    noRoom: all.slice(max),
    differing: (differs: (own: T, other: T) => boolean) =>
      theirs.filter((one) => differs(ownOf.get(key(one)) ?? one, one)),
  };
};

/** Our findings on a criterion, and theirs where we have none. */
const fillFindings = (ours: readonly Criterion[], theirs: readonly Criterion[]): Criterion[] => {
  const answersOf = new Map(theirs.map((one) => [keyOf(one), one.answers]));
  return ours.map((one) =>
    one.answers ? { ...one, answers: { ...answersOf.get(keyOf(one)), ...one.answers } } : one,
  );
};

/** Figures are never converted, nor called another currency than they were written in. */
const mergeMoney = (ours: Decision, theirs: Decision) => {
  const own = ours.costs.filter(hasFigures);
  const others = theirs.costs.filter(hasFigures);
  const currency = own.length > 0 || ours.dayRate > 0 ? ours.currency : theirs.currency;
  const isTaken = currency === theirs.currency;
  // Our counted days keep their cost: another rate would change our sums.
  const takesRate = isTaken && ours.dayRate === 0 && !own.some(hasDays);
  const dayRate = takesRate ? theirs.dayRate : ours.dayRate;
  const costs = join(own, isTaken ? others : [], ({ vendor }) => vendor, MAX_SHORTLISTED);
  return {
    merged: { currency, dayRate, costs: costs.all },
    foreign: isTaken ? [] : others,
    leftRate: isTaken && theirs.dayRate === dayRate ? 0 : theirs.dayRate,
    differing: costs.differing((a, b) => RANGES.some((key) => a[key].join() !== b[key].join())),
  };
};

/** Ours, then their paragraphs that we do not have, so that a second merge adds nothing. */
const joinTexts = (ours: string, theirs: string): string => {
  const own = ours.split('\n\n');
  const added = theirs.split('\n\n').filter((paragraph) => !own.includes(paragraph));
  return [ours, ...added].filter(Boolean).join('\n\n');
};

/**
 * Ours first: where both say something about the same, ours stays. `leftOut` says what of theirs is dropped, by name,
 * and for want of what; it is empty when the merge takes everything.
 */
export const mergeDecisions = (
  ours: Decision,
  given: Decision,
  named: Pick<DecisionData, 'vendors' | 'features'>,
): { merged: Decision; leftOut: string[] } => {
  const { slugs, left } = splitSlugs([...ours.vendors, ...given.vendors]);
  const hasPlace = ({ vendor }: { vendor: string }) => !left.includes(vendor);
  const theirs: Decision = {
    ...given,
    marks: given.marks.filter(hasPlace),
    costs: given.costs.filter(hasPlace),
  };
  const filled = fillFindings(ours.criteria, theirs.criteria);
  const criteria = join(filled, theirs.criteria, keyOf, MAX_CRITERIA);
  const marks = join(ours.marks, theirs.marks, markKey, MAX_MARKS);
  const members = join(ours.members, theirs.members, personKey, MAX_MEMBERS);
  const money = mergeMoney(ours, theirs);
  const choice = ours.memo.choice || theirs.memo.choice;
  const texts = MEMO_TEXTS.map(({ key, label }) => {
    const joined = joinTexts(ours.memo[key], theirs.memo[key]);
    const isTooLong = joined.length > MAX_MEMO;
    return { key, label, isTooLong, text: isTooLong ? ours.memo[key] : joined };
  });
  const merged = readDecision({
    ...ours,
    ...money.merged,
    vendors: slugs,
    criteria: criteria.all,
    members: members.all,
    marks: marks.all,
    memo: {
      choice: left.includes(choice) ? '' : choice,
      ...Object.fromEntries(texts.map(({ key, text }) => [key, text])),
    },
  });

  const names = new Map(
    [...named.vendors, ...named.features].map(({ slug, name }) => [slug, name]),
  );
  const nameOf = (slug = '') => names.get(slug) ?? slug;
  const nameCriterion = ({ feature, words }: Criterion) => words ?? nameOf(feature);
  const nameMark = ({ name, vendor }: Mark) => `${name} on ${nameOf(vendor)}`;
  const nameCost = ({ vendor }: Cost) => nameOf(vendor);
  const leftOut: string[] = [];
  const tell = (what: string, why: string, those: readonly string[]) => {
    if (those.length > 0) leftOut.push(`${what}, ${why}: ${those.join(', ')}.`);
  };
  const vendors = counted(left.length, 'vendor', 'vendors');
  tell(vendors, `as a shortlist holds ${MAX_SHORTLISTED}`, left.map(nameOf));
  const noRoom = counted(criteria.noRoom.length, 'criterion', 'criteria');
  tell(noRoom, `as a scorecard holds ${MAX_CRITERIA}`, criteria.noRoom.map(nameCriterion));
  const noMarks = counted(marks.noRoom.length, 'mark', 'marks');
  tell(noMarks, `as there is room for ${MAX_MARKS}`, marks.noRoom.map(nameMark));
  const others = members.noRoom.map(({ name }) => name);
  tell('Scorecards of others', `as a committee has room for ${MAX_MEMBERS}`, others);
  const foreign = money.foreign.map(nameCost);
  tell(`Costs in ${theirs.currency}`, `as yours are in ${ours.currency}`, foreign);
  if (money.leftRate > 0) {
    const [rate, own] = [
      sayAmount(money.leftRate, theirs.currency),
      sayAmount(ours.dayRate, ours.currency),
    ];
    leftOut.push(`A day rate of ${rate}; yours stays: ${ours.dayRate > 0 ? own : 'none yet'}.`);
  }
  const own = 'as you have your own';
  const isOther = ours.memo.choice && theirs.memo.choice && choice !== theirs.memo.choice;
  tell('The choice', own, isOther ? [nameOf(theirs.memo.choice)] : []);
  const weights = criteria.differing((a, b) => a.weight !== b.weight);
  tell('Weights', own, weights.map(nameCriterion));
  const findings = criteria.differing((a, b) =>
    Object.entries(b.answers ?? {}).some(([vendor, answer]) => a.answers?.[vendor] !== answer),
  );
  tell('Findings', own, findings.map(nameCriterion));
  const opinions = marks.differing(
    (a, b) => a.mark !== b.mark || (b.note !== '' && a.note !== b.note),
  );
  tell('Marks', own, opinions.map(nameMark));
  tell('Costs', own, money.differing.map(nameCost));
  const tooLong = texts.filter(({ isTooLong }) => isTooLong).map(({ label }) => label);
  tell('Texts of the memo', `as each has room for ${MAX_MEMO} characters`, tooLong);
  return { merged, leftOut };
};
