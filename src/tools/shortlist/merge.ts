import { counted } from '#platform/words.ts';
import { MAX_SHORTLISTED, splitSlugs } from '#site/shortlist/shortlist-store.ts';
import {
  type Criterion,
  type Decision,
  keyOf,
  MAX_CRITERIA,
  MAX_MEMO,
  MEMO_TEXTS,
  onceEach,
  readDecision,
} from './decision.ts';
import type { DecisionData } from './model.ts';

/** Our findings on a criterion, and theirs where we have none. */
const fillFindings = (ours: readonly Criterion[], theirs: readonly Criterion[]): Criterion[] => {
  const answersOf = new Map(theirs.map((one) => [keyOf(one), one.answers]));
  return ours.map((one) =>
    one.answers ? { ...one, answers: { ...answersOf.get(keyOf(one)), ...one.answers } } : one,
  );
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
  theirs: Decision,
  named: Pick<DecisionData, 'vendors' | 'features'>,
): { merged: Decision; leftOut: string[] } => {
  const { slugs, left } = splitSlugs([...ours.vendors, ...theirs.vendors]);
  const filled = fillFindings(ours.criteria, theirs.criteria);
  const criteria = onceEach([...filled, ...theirs.criteria]);
  const filledOf = new Map(filled.map((one) => [keyOf(one), one]));
  const choice = ours.memo.choice || theirs.memo.choice;
  const texts = MEMO_TEXTS.map(({ key, label }) => {
    const joined = joinTexts(ours.memo[key], theirs.memo[key]);
    const isTooLong = joined.length > MAX_MEMO;
    return { key, label, isTooLong, text: isTooLong ? ours.memo[key] : joined };
  });
  const merged = readDecision({
    ...ours,
    vendors: slugs,
    criteria,
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
  const leftOut: string[] = [];
  const say = (what: string, why: string, those: readonly string[]) => {
    if (those.length > 0) leftOut.push(`${what}, ${why}: ${those.join(', ')}.`);
  };
  /** Their criteria that we have too, and of which they say something else. */
  const differing = (differs: (own: Criterion, other: Criterion) => boolean) =>
    theirs.criteria
      .filter((other) => {
        const own = filledOf.get(keyOf(other));
        return own !== undefined && differs(own, other);
      })
      .map(nameCriterion);
  const vendors = counted(left.length, 'vendor', 'vendors');
  say(vendors, `as a shortlist holds ${MAX_SHORTLISTED}`, left.map(nameOf));
  const noRoom = criteria.slice(MAX_CRITERIA);
  const withoutRoom = counted(noRoom.length, 'criterion', 'criteria');
  say(withoutRoom, `as a scorecard holds ${MAX_CRITERIA}`, noRoom.map(nameCriterion));
  const own = 'as you have your own';
  const isOther = ours.memo.choice && theirs.memo.choice && choice !== theirs.memo.choice;
  say('The choice', own, isOther ? [nameOf(theirs.memo.choice)] : []);
  const weights = differing((a, b) => a.weight !== b.weight);
  say('Weights', own, weights);
  const findings = differing((a, b) =>
    Object.entries(b.answers ?? {}).some(([vendor, answer]) => a.answers?.[vendor] !== answer),
  );
  say('Findings', own, findings);
  const tooLong = texts.filter(({ isTooLong }) => isTooLong).map(({ label }) => label);
  say('Texts of the memo', `as each has room for ${MAX_MEMO} characters`, tooLong);
  return { merged, leftOut };
};
