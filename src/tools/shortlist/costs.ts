import { formatAmount } from './amounts.ts';
import type { Cost, Range } from './decision.ts';

const YEARS = 5;

/** A single figure, in either field, is both ends; two figures are put in ascending order. */
const spread = ([a, b]: Range): Range => {
  if (a === 0 || b === 0) return [a + b, a + b];
  return [Math.min(a, b), Math.max(a, b)];
};

const times = ([low, high]: Range, factor: number): Range => [low * factor, high * factor];
const plus = (...ranges: readonly Range[]): Range => [
  ranges.reduce((sum, [low]) => sum + low, 0),
  ranges.reduce((sum, [, high]) => sum + high, 0),
];

export interface CostLines {
  licence: Range;
  implementation: Range;
  internal: Range;
  total: Range;
  /** There are days of the buyer's own people, and no day rate that makes money of them. */
  lacksRate: boolean;
}

/** Five years of the buyer's own figures; null where there are none. */
export const sumCosts = (cost: Cost | undefined, dayRate: number): CostLines | null => {
  if (!cost) return null;
  const licence = times(spread(cost.licence), YEARS);
  const implementation = spread(cost.implementation);
  const internal = times(spread(cost.days), YEARS * dayRate);
  const total = plus(licence, implementation, internal);
  const lacksRate = dayRate === 0 && spread(cost.days)[1] > 0;
  if (total[1] === 0 && !lacksRate) return null;
  return { licence, implementation, internal, total, lacksRate };
};

export const sayRange = ([low, high]: Range, currency = ''): string => {
  const figures =
    low === high ? formatAmount(low) : `${formatAmount(low)} to ${formatAmount(high)}`;
  return currency ? `${currency} ${figures}` : figures;
};

export const sayTotal = ({ total, lacksRate }: CostLines, currency: string): string => {
  if (!lacksRate) return sayRange(total, currency);
  return total[1] === 0
    ? 'Days alone, without a day rate'
    : `${sayRange(total, currency)}, without the days: no day rate`;
};
