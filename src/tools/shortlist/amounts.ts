import { MAX_AMOUNT } from './decision.ts';

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
