import type { Level, Publisher } from '#content/coverage/coverage.collection.ts';
import { formatPartialDate } from '#content/shared/format-date.ts';
import type { Cell, Read } from './coverage-schema.ts';
import { isFirstRank } from './first-rank.ts';

/** Readers' words for the levels; a pair without a row is not confirmed. */
export const LEVEL_WORDS = {
  documented: 'Documented',
  partial: 'Partly',
  absent: 'Says it does not',
} as const satisfies Record<Level, string>;

export const NOT_CONFIRMED = 'Not confirmed';

export const sayLevel = (cell: Pick<Cell, 'level'> | null | undefined): string =>
  cell ? LEVEL_WORDS[cell.level] : NOT_CONFIRMED;

const PUBLISHER_WORDS: Record<Publisher, string> = {
  vendor: 'the vendor',
  regulator: 'a regulator or court',
  customer: 'a customer',
  partner: 'a partner',
  press: 'the press',
  reviewer: 'a reviewer',
  index: 'an index of public material',
};

export const publisherOf = (publisher: Publisher): string => PUBLISHER_WORDS[publisher];

/** How the page was read: a stored copy may be older than what stands at the address today. */
export const readingOf = ({ readIn, pageDate }: Pick<Read, 'readIn' | 'pageDate'>): string => {
  const page = pageDate ? `page of ${formatPartialDate(pageDate)}` : 'page undated';
  return readIn === 'live' ? page : `read in a stored copy, ${page}`;
};

export const rankOf = (publisher: Publisher): string =>
  isFirstRank(publisher) ? 'First rank' : 'Second rank';

export const hostOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;

/** A page of the last two years, an older one, or one that does not say of when it is. */
type Age = 'dated' | 'undated' | 'old';

/** How much a buyer can lean on a cell: its level, source and age. */
export interface Strength {
  level: Level;
  isFirstHand: boolean;
  age: Age;
  year: string | null;
}

const OLD_AFTER_YEARS = 2;

/** The day from which on a page is recent; page dates compare as text. */
export const recentSince = (today: Date): string => {
  const day = today.toISOString().slice(0, 10);
  return `${Number(day.slice(0, 4)) - OLD_AFTER_YEARS}${day.slice(4)}`;
};

/** A page that names only its year or month is as young as that allows. */
const lastDayOf = (pageDate: string): string => pageDate + '-12-31'.slice(pageDate.length - 4);

const ageOf = (pageDate: string | null, today: Date): Age => {
  if (!pageDate) return 'undated';
  return lastDayOf(pageDate) < recentSince(today) ? 'old' : 'dated';
};

/** Whether a date of two years or less, as exact as it is known. */
export const isRecent = (date: string | null | undefined, today: Date): boolean =>
  ageOf(date ?? null, today) === 'dated';

export const strengthOf = (
  { level, publisher, pageDate }: Pick<Cell, 'level' | 'publisher' | 'pageDate'>,
  today: Date = new Date(),
): Strength => ({
  level,
  isFirstHand: isFirstRank(publisher),
  age: ageOf(pageDate, today),
  year: pageDate?.slice(0, 4) ?? null,
});

export const HAND_WORDS = { first: 'first hand', second: 'second hand' } as const;

export const AGE_WORDS = {
  dated: 'at most two years old',
  old: 'older than two years',
  undated: 'undated',
} as const satisfies Record<Age, string>;

const handOf = ({ isFirstHand }: Strength) => HAND_WORDS[isFirstHand ? 'first' : 'second'];

/** 'Documented', and beside it what sets it apart: ', 2026' or ', second hand, undated'. */
export const sayBeside = (strength: Strength): string =>
  `${strength.isFirstHand ? '' : `, ${HAND_WORDS.second}`}, ${strength.year ?? AGE_WORDS.undated}`;

/** In full, for those who do not see the mark: 'Documented, first hand, 2019, older than two years'. */
export const sayStrength = (strength: Strength | null): string => {
  if (!strength) return NOT_CONFIRMED;
  const { age, year } = strength;
  const words = [sayLevel(strength), handOf(strength), year ?? AGE_WORDS.undated];
  return [...words, ...(age === 'old' ? [AGE_WORDS.old] : [])].join(', ');
};

type Row = Read & Partial<Pick<Cell, 'level'>>;

const writeRow = (row: Row) => {
  const { level = 'documented', publisher, finding, url, checkedOn, readIn, quote } = row;
  const pageDate = row.pageDate ?? null;
  const strength = publisher && strengthOf({ level, publisher, pageDate });
  return {
    level,
    rank: strength && handOf(strength),
    'page date': strength && pageDate,
    'page age': strength && AGE_WORDS[strength.age],
    finding,
    url,
    publisher,
    'checked on': checkedOn?.slice(0, 10),
    'read in': readIn,
    quote,
  };
};

/** The evidence of a row, in the columns that a file names; empty where nothing was read. */
export const evidenceColumns = (
  row: Row | null | undefined,
  columns: readonly (keyof ReturnType<typeof writeRow>)[],
): string[] => {
  const written = row && writeRow(row);
  return columns.map((column) => written?.[column] || '');
};
