import { type Cost, MAX_AMOUNT, type Range } from './decision.ts';

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

export const formatAmount = (amount: number): string => NUMBER.format(amount);

export const sayAmount = (amount: number, currency: string): string =>
  `${currency} ${formatAmount(amount)}`;

/** A typed figure: with or without a currency before it, separators of either kind, k or m. */
const WRITTEN = /^(?:[a-z]{1,3}\.?|\p{Sc})?\s*([\d.,'’\s]*\d)\s*(k|m|mn|mio)?\s*\p{Sc}?$/iu;

/** Threes of digits, parted by the same sign; then perhaps a fraction, after another one. */
const GROUPED = /^(\d{1,3})(?:([.,'’\s])\d{3})(?:\2\d{3})*(?:(?!\2)[.,]\d{1,2})?$/u;
const FRACTION = /^\d+(?:[.,]\d{1,2})?$/;

const FACTORS: Record<string, number> = { k: 1000, m: 1_000_000, mn: 1_000_000, mio: 1_000_000 };

/** The number that the digits mean; null where they could mean two. */
const readDigits = (digits: string, hasUnit: boolean): number | null => {
  if (FRACTION.test(digits)) return Number(digits.replace(',', '.'));
  // '1.500m' may be one and a half million, or fifteen hundred of them.
  if (hasUnit || !GROUPED.test(digits)) return null;
  const [, fraction = ''] = /[.,](\d{1,2})$/.exec(digits) ?? [];
  const whole = fraction ? digits.slice(0, -fraction.length - 1) : digits;
  return Number(`${whole.replace(/\D/g, '')}.${fraction || '0'}`);
};

/** The amount in a field, or why it cannot be counted. An empty field is 0. */
export const readAmount = (text: string): { amount: number } | { problem: string } => {
  const typed = text.trim();
  if (typed === '') return { amount: 0 };
  const [, digits = '', unit = ''] = WRITTEN.exec(typed) ?? [];
  const number = digits ? readDigits(digits, unit !== '') : null;
  if (number === null) return { problem: 'Not counted: write 250,000, 250.000, 250k or 1.5m.' };
  const amount = number * (FACTORS[unit.toLowerCase()] ?? 1);
  if (amount > MAX_AMOUNT)
    return { problem: `Not counted: more than ${formatAmount(MAX_AMOUNT)}.` };
  return { amount };
};

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

/** Five years of the buyer's own figures; null where there are none. Days lack a rate where none makes money of them. */
export const sumCosts = (cost: Cost | undefined, dayRate: number) => {
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

type CostLines = NonNullable<ReturnType<typeof sumCosts>>;

export const sayTotal = ({ total, lacksRate }: CostLines, currency: string): string => {
  if (!lacksRate) return sayRange(total, currency);
  return total[1] === 0
    ? 'Days alone, without a day rate'
    : `${sayRange(total, currency)}, without the days: no day rate`;
};
