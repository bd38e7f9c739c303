import { MAX_SHORTLISTED } from '#site/shortlist/shortlist-store.ts';
import { sayAmount } from './amounts.ts';
import {
  type Criterion,
  type Decision,
  MAX_CRITERIA,
  MAX_MARKS,
  MAX_MEMBERS,
  MAX_MEMO,
  type Mark,
} from './decision.ts';
import type { LeftOut } from './merge.ts';
import type { DecisionData } from './model.ts';

export const sayCount = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

const TEXT_NAMES = { reasons: 'Why', dissent: 'Dissent', questions: 'Open questions' };

interface Sides {
  ours: Pick<Decision, 'currency' | 'dayRate'>;
  theirs: Pick<Decision, 'currency'>;
}

/** Entries a merge would drop, by name and with the reason; empty when it takes everything. */
export const sayLeftOut = (
  leftOut: LeftOut,
  { ours, theirs }: Sides,
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
    sayCount(leftOut.vendors.length, 'vendor', 'vendors'),
    `as a shortlist holds ${MAX_SHORTLISTED}`,
    leftOut.vendors.map(nameOf),
  );
  add(
    sayCount(criteria.length, 'criterion', 'criteria'),
    `as a scorecard holds ${MAX_CRITERIA}`,
    criteria.map(nameCriterion),
  );
  add(
    sayCount(marks.length, 'mark', 'marks'),
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
  add(
    'Texts of the memo',
    `as each has room for ${MAX_MEMO} characters`,
    texts.map((key) => TEXT_NAMES[key]),
  );
  return lines;
};
