import { MAX_SHORTLISTED } from '#site/shortlist/shortlist-store.ts';
import { sayAmount } from './costs.ts';
import { type Decision, MAX_CRITERIA, MAX_MARKS } from './decision.ts';
import type { LeftOut } from './merge.ts';
import type { DecisionData } from './model.ts';

export const sayCount = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

interface Sides {
  ours: Pick<Decision, 'currency' | 'dayRate'>;
  theirs: Pick<Decision, 'currency'>;
}

/** What a merge would leave out, by name and with the reason; nothing when it takes everything. */
export const sayLeftOut = (
  leftOut: LeftOut,
  { ours, theirs }: Sides,
  { vendors, features }: Pick<DecisionData, 'vendors' | 'features'>,
): string[] => {
  const names = new Map([...vendors, ...features].map(({ slug, name }) => [slug, name]));
  const nameOf = (slug = '') => names.get(slug) ?? slug;
  const { criteria, marks, costs, dayRate } = leftOut;
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
    criteria.map(({ feature, words }) => words ?? nameOf(feature)),
  );
  add(
    sayCount(marks.length, 'mark', 'marks'),
    `as there is room for ${MAX_MARKS}`,
    marks.map(({ name, vendor }) => `${name} on ${nameOf(vendor)}`),
  );
  add(`Costs in ${theirs.currency}`, `as yours are in ${ours.currency}`, costs.map(nameOf));
  if (dayRate > 0) {
    const own = ours.dayRate > 0 ? sayAmount(ours.dayRate, ours.currency) : 'none yet';
    lines.push(`A day rate of ${sayAmount(dayRate, theirs.currency)}; yours stays: ${own}.`);
  }
  return lines;
};
