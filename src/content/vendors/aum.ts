interface AmountRange {
  from: number;
  to: number;
}

const MILLION = 1e6;
const BILLION = 1e9;
const END = Number.POSITIVE_INFINITY;

/** The four bands of the vendor list (P9.03); `to` is where the next band begins. */
export const AUM_BANDS = [
  { id: 'under-100m', label: 'Under $100M', from: 0, to: 100 * MILLION },
  { id: '100m-500m', label: '$100M - $500M', from: 100 * MILLION, to: 500 * MILLION },
  { id: '500m-1b', label: '$500M - $1B', from: 500 * MILLION, to: BILLION },
  { id: 'over-1b', label: 'Over $1B', from: BILLION, to: END },
] as const;

const CURRENCY = '(?:(?:US|C|A|S|HK|NZ)?[$€£¥]|(?:USD|EUR|GBP|CHF|CAD|AUD|SGD|HKD|JPY)\\b)';
const UNIT =
  'trillions?|billions?|millions?|thousands?|tn|bn|mm|mn|mio|mil|mrd|k|m|b|t|tr(?:n)?|thsd';
const AMOUNT = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(${CURRENCY}\\s?)?(\\d[\\d.,]*)(?:\\s?-?(${UNIT})(?![\\p{L}\\p{N}]))?(\\s?${CURRENCY})?(\\s?\\+|\\s(?:plus|or more|or above|or higher|and above|and up|and more|upwards?)\\b)?`,
  'giu',
);
const FROM_BEFORE =
  /(?:from|over|above|exceeding|more than|greater than|at least|minimum|minimum of|min\.?|starting at|upwards of|[>≥]=?)\s*(?:about|around|approximately|approx\.?|~)?\s*$/i;
const UP_TO_BEFORE =
  /(?:up to|under|below|less than|fewer than|at most|maximum|maximum of|max\.?|[<≤]=?)\s*(?:about|around|approximately|approx\.?|~)?\s*$/i;
const RANGE_BETWEEN = /^\s*(?:-|–|—|−|to|through|until)\s*$/i;

const SCALES: readonly [RegExp, number][] = [
  [/^(?:th|k)/, 1e3],
  [/^t/, 1e12],
  [/^(?:b|mrd)/, BILLION],
  [/^m/, MILLION],
];

const scaleOf = (unit = ''): number => SCALES.find(([has]) => has.test(unit))?.[1] ?? 1;

/** '1,250.5', '100,000,000' and the European '1,5' and '1.000.000'. */
const readNumber = (digits: string): number => {
  const text = digits.replace(/[.,]+$/, '');
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return Number(text.replaceAll(',', ''));
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(text)) return Number(text.replaceAll('.', ''));
  return Number(text.replace(',', '.')) || 0;
};

const findAmounts = (source: string) =>
  Array.from(source.matchAll(AMOUNT), (match) => {
    const [all, before, digits = '', unit, after, plus] = match;
    return {
      start: match.index,
      end: match.index + all.length,
      value: readNumber(digits),
      unit: unit?.toLowerCase(),
      // A bare number is a year or a count, never an amount.
      isMoney: Boolean(before || unit || after),
      isOpen: Boolean(plus),
    };
  });

type Amount = ReturnType<typeof findAmounts>[number];

const isRange = (source: string, first: Amount, second: Amount): boolean => {
  if (!second.isMoney || first.isOpen) return false;
  const between = source.slice(first.end, second.start);
  if (RANGE_BETWEEN.test(between)) return true;
  return /^\s*and\s*$/i.test(between) && /between\s*$/i.test(source.slice(0, first.start));
};

const rangeOf = (first: Amount, second: Amount): AmountRange => {
  // '$100 - 500 million': the unit stands once and means both, unless the first is the larger then.
  const shared = first.value * scaleOf(first.unit ?? second.unit);
  const last = second.value * scaleOf(second.unit);
  const from = shared > last ? first.value * scaleOf(first.unit) : shared;
  return { from: Math.min(from, last), to: second.isOpen ? END : Math.max(from, last) };
};

const pointOf = ({ value, unit, isOpen }: Amount, before: string): AmountRange => {
  const amount = value * scaleOf(unit);
  if (UP_TO_BEFORE.test(before)) return { from: 0, to: amount };
  return { from: amount, to: isOpen || FROM_BEFORE.test(before) ? END : amount };
};

/** The amounts that a text names. */
export const readRanges = (text: string | null | undefined): AmountRange[] => {
  // The field holds a sentence or two; more is not read.
  const source = (text ?? '').slice(0, 2000);
  const ranges: AmountRange[] = [];
  for (const amounts = findAmounts(source); ; ) {
    const [first, second] = amounts;
    if (!first) return ranges;
    const hasSecond = second && isRange(source, first, second);
    if (hasSecond) ranges.push(rangeOf(first, second));
    else if (first.isMoney)
      ranges.push(pointOf(first, source.slice(Math.max(0, first.start - 40), first.start)));
    amounts.splice(0, hasSecond ? 2 : 1);
  }
};

/**
 * The ids of the bands that the text overlaps (P9.04). '$250M' is that point alone; '$100M+', 'from'
 * and 'over' reach upward without end and so overlap every band above; 'up to $100M' begins at zero.
 * A limit belongs to the band that begins there: '$100M' is in '$100M - $500M', and a range that ends
 * at $500M does not touch the next band. Two separate amounts match their own bands, not those between.
 */
export const bandsOf = (text: string | null | undefined): string[] => {
  const ranges = readRanges(text);
  const isIn = ({ from, to }: AmountRange, band: AmountRange) =>
    from < band.to && (from === to ? from >= band.from : to > band.from);
  return AUM_BANDS.filter((band) => ranges.some((range) => isIn(range, band))).map(({ id }) => id);
};
