import type { Cell } from './coverage-groups.ts';
import { LEVEL_WORDS, NOT_CONFIRMED } from './evidence-words.ts';
import { isFirstRank } from './first-rank.ts';

/** A page of the last two years, an older one, or one that does not say of when it is. */
export type Age = 'dated' | 'undated' | 'old';

/** How much a buyer can lean on a cell: its level, source and age. */
export interface Strength {
  level: Cell['level'];
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

export const handOf = ({ isFirstHand }: Strength): string =>
  isFirstHand ? HAND_WORDS.first : HAND_WORDS.second;

/** 'Documented', and beside it what sets it apart: ', 2026' or ', second hand, undated'. */
export const sayBeside = (strength: Strength): string =>
  `${strength.isFirstHand ? '' : `, ${HAND_WORDS.second}`}, ${strength.year ?? AGE_WORDS.undated}`;

/** In full, for those who do not see the mark: 'Documented, first hand, 2019, older than two years'. */
export const sayStrength = (strength: Strength | null): string => {
  if (!strength) return NOT_CONFIRMED;
  const { level, age, year } = strength;
  const words = [LEVEL_WORDS[level], handOf(strength), year ?? AGE_WORDS.undated];
  return [...words, ...(age === 'old' ? [AGE_WORDS.old] : [])].join(', ');
};
