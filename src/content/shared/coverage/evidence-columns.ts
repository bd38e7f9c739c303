import type { Cell, Read } from './coverage-groups.ts';
import { sayQuoteState } from './evidence-words.ts';
import { AGE_WORDS, handOf, strengthOf } from './strength.ts';

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
    'quote state': sayQuoteState(row),
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
