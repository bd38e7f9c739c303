import { fragmentOf } from '#modules/page-text/text-fragment.ts';
import { type Inline, link, type Words } from '../twin-blocks.server.ts';
import type { Cell, Read } from './coverage-groups.ts';
import { LEVEL_WORDS, NOT_CONFIRMED } from './evidence-words.ts';
import { isFirstRank } from './first-rank.ts';
import { type Stated, sayStated } from './stated.ts';
import { HAND_WORDS } from './strength.ts';

export const SOURCE_HEAD = [
  'Rank',
  'Source',
  'Page date',
  'Checked on',
  'Read in',
  'Finding',
  'Quote',
  'Note',
];
export const EVIDENCE_HEAD = ['Level', ...SOURCE_HEAD];

const rankOf = ({ publisher }: Read) =>
  publisher ? HAND_WORDS[isFirstRank(publisher) ? 'first' : 'second'] : '';

const addressOf = (url: string, quote: string | null | undefined) =>
  quote ? fragmentOf(url, quote) : url;

const sourceOf = ({ publisher, url, quote, foundWith }: Read): Words => {
  const words = publisher ?? 'source';
  const source = url ? link(words, addressOf(url, quote)) : words;
  return foundWith ? [source, `, found with ${foundWith}`] : source;
};

const quoted = ({ quote, quoteGoneSince }: Pick<Read, 'quote' | 'quoteGoneSince'>) => {
  const gone = quoteGoneSince ? `, no longer on the page since ${quoteGoneSince}` : '';
  return quote ? `“${quote}”${gone}` : '';
};

/** Rank, source, dates and words of one source, in the columns of `SOURCE_HEAD`. */
export const sourceCells = (read: Read): Words[] => [
  rankOf(read),
  sourceOf(read),
  read.pageDate ?? 'undated',
  read.checkedOn?.slice(0, 10) ?? '',
  read.readIn ?? 'stored copy',
  read.finding ?? '',
  quoted(read),
  read.note ?? '',
];

/** Level and source, in the columns of `EVIDENCE_HEAD`; a pair without evidence says so. */
export const evidenceCells = (cell: Cell | null): Words[] =>
  cell
    ? [LEVEL_WORDS[cell.level], ...sourceCells(cell)]
    : [NOT_CONFIRMED, ...SOURCE_HEAD.map(() => '')];

type Inlines = (string | Inline)[];

const readInWords = ({ readIn }: Read): string => (readIn === 'live' ? 'live' : 'in a stored copy');

/** Rank, source and days of one source, and its words, in a line. */
const readInCell = (read: Read): Inlines => [
  rankOf(read) && `${rankOf(read)}, `,
  ...[sourceOf(read)].flat(),
  `, ${read.pageDate || 'undated'}`,
  ...(read.checkedOn ? [`, checked on ${read.checkedOn.slice(0, 10)} ${readInWords(read)}`] : []),
  ...(read.quote ? [`: ${quoted(read)}`] : []),
];

/** Level and source within one cell of a wider table, and the vendor's own word after it. */
export const evidenceInCell = (
  cell: (Read & Pick<Cell, 'level'>) | null | undefined,
  stated?: Stated | null,
): Inlines => [
  ...(cell ? [`${LEVEL_WORDS[cell.level]}, `, ...readInCell(cell)] : [NOT_CONFIRMED]),
  ...(stated ? [`. ${sayStated(stated)}`] : []),
];

/** A fact and its sources within one cell; nothing is not confirmed. */
export const factInCell = (value: string, sources: readonly Read[]): Inlines => {
  if (value === '') return [NOT_CONFIRMED];
  if (sources.length === 0) return [`${value} (no source on record)`];
  return [value, ...sources.flatMap((source) => [' (', ...readInCell(source), ')'])];
};
