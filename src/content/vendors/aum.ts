export interface AmountRange {
  from: number;
  to: number;
}

const MILLION = 1e6;
const BILLION = 1e9;

/** The four bands of the vendor list (P9.03); `to` is where the next band begins. */
export const AUM_BANDS = [
  { id: 'under-100m', label: 'Under $100M', from: 0, to: 100 * MILLION },
  { id: '100m-500m', label: '$100M - $500M', from: 100 * MILLION, to: 500 * MILLION },
  { id: '500m-1b', label: '$500M - $1B', from: 500 * MILLION, to: BILLION },
  { id: 'over-1b', label: 'Over $1B', from: BILLION, to: Number.POSITIVE_INFINITY },
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

interface Found {
  start: number;
  end: number;
  value: number;
  unit: string | undefined;
  isMoney: boolean;
  open: boolean;
}

export function parseAmounts(text: string | null | undefined): AmountRange | null {
  const ranges = readRanges(text);
  if (ranges.length === 0) return null;
  return {
    from: Math.min(...ranges.map((range) => range.from)),
    to: Math.max(...ranges.map((range) => range.to)),
  };
}

/**
 * The ids of the bands that the text overlaps (P9.04). '$250M' is that point alone; '$100M+', 'from'
 * and 'over' reach upward without end and so overlap every band above; 'up to $100M' begins at zero.
 * A limit belongs to the band that begins there: '$100M' is in '$100M - $500M', and a range that ends
 * at $500M does not touch the next band. Two separate amounts match their own bands, not those between.
 */
export function bandsOf(text: string | null | undefined): string[] {
  const ranges = readRanges(text);
  return AUM_BANDS.filter((band) => ranges.some((range) => overlaps(range, band))).map(
    (band) => band.id,
  );
}

function overlaps(range: AmountRange, band: AmountRange): boolean {
  if (range.from === range.to) return range.from >= band.from && range.from < band.to;
  return range.from < band.to && range.to > band.from;
}

function readRanges(text: string | null | undefined): AmountRange[] {
  // The field holds a sentence or two; more is not read.
  const source = (text ?? '').slice(0, 2000);
  const found = findNumbers(source);
  const ranges: AmountRange[] = [];
  for (let i = 0; i < found.length; i += 1) {
    const first = found[i];
    const second = found[i + 1];
    if (!first) continue;
    if (second && isRange(source, first, second)) {
      ranges.push(makeRange(first, second));
      i += 1;
      continue;
    }
    if (!first.isMoney) continue;
    ranges.push(makeOne(first, source.slice(Math.max(0, first.start - 40), first.start)));
  }
  return ranges;
}

function findNumbers(source: string): Found[] {
  return Array.from(source.matchAll(AMOUNT), (match) => {
    const [all, before, digits, unit, after, plus] = match;
    return {
      start: match.index,
      end: match.index + all.length,
      value: readNumber(digits ?? ''),
      unit: unit?.toLowerCase(),
      // A bare number is a year or a count, never an amount.
      isMoney: Boolean(before || unit || after),
      open: Boolean(plus),
    };
  });
}

function isRange(source: string, first: Found, second: Found): boolean {
  if (!second.isMoney || first.open) return false;
  const between = source.slice(first.end, second.start);
  if (RANGE_BETWEEN.test(between)) return true;
  return /^\s*and\s*$/i.test(between) && /between\s*$/i.test(source.slice(0, first.start));
}

function makeRange(first: Found, second: Found): AmountRange {
  // '$100 - 500 million': the unit stands once and means both, unless the first is the larger then.
  const shared = first.value * scaleOf(first.unit ?? second.unit);
  const last = second.value * scaleOf(second.unit);
  const from = shared > last ? first.value * scaleOf(first.unit) : shared;
  return {
    from: Math.min(from, last),
    to: second.open ? Number.POSITIVE_INFINITY : Math.max(from, last),
  };
}

function makeOne(found: Found, before: string): AmountRange {
  const amount = found.value * scaleOf(found.unit);
  if (UP_TO_BEFORE.test(before)) return { from: 0, to: amount };
  if (found.open || FROM_BEFORE.test(before)) return { from: amount, to: Number.POSITIVE_INFINITY };
  return { from: amount, to: amount };
}

function scaleOf(unit: string | undefined): number {
  if (!unit) return 1;
  if (unit.startsWith('th') || unit === 'k') return 1e3;
  if (unit.startsWith('t')) return 1e12;
  if (unit.startsWith('b') || unit === 'mrd') return BILLION;
  return MILLION;
}

/** '1,250.5', '100,000,000' and the European '1,5' and '1.000.000'. */
function readNumber(digits: string): number {
  const text = digits.replace(/[.,]+$/, '');
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return Number(text.replaceAll(',', ''));
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(text)) return Number(text.replaceAll('.', ''));
  const plain = Number(text.replace(',', '.'));
  return Number.isFinite(plain) ? plain : 0;
}
