import { fragmentOf } from '#modules/page-text/text-fragment.ts';
import {
  type Block,
  type Inline,
  itemLink,
  link,
  section,
  table,
  type Words,
} from '../twin-blocks.server.ts';
import type { Cell, CoverageGroup, CoverageRow, Read, Stated } from './coverage-schema.ts';
import { HAND_WORDS, NOT_CONFIRMED, sayLevel, sayStated } from './evidence-words.ts';
import { isFirstRank } from './first-rank.ts';

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

const sourceOf = ({ publisher, url, quote, foundWith }: Read): (string | Inline)[] => {
  const words = publisher ?? 'source';
  const source = url ? link(words, quote ? fragmentOf(url, quote) : url) : words;
  return foundWith ? [source, `, found with ${foundWith}`] : [source];
};

const quoted = ({ quote, quoteGoneSince }: Read) => {
  const gone = quoteGoneSince ? `, no longer on the page since ${quoteGoneSince}` : '';
  return quote ? `“${quote}”${gone}` : '';
};

/** Rank, source, dates and words of one source, in the columns of `SOURCE_HEAD`. */
export const sourceCells = (read: Read | null): Words[] =>
  read
    ? [
        rankOf(read),
        sourceOf(read),
        read.pageDate ?? 'undated',
        read.checkedOn?.slice(0, 10) ?? '',
        read.readIn ?? 'stored copy',
        read.finding ?? '',
        quoted(read),
        read.note ?? '',
      ]
    : SOURCE_HEAD.map(() => '');

/** Level and source, in the columns of `EVIDENCE_HEAD`; a pair without evidence says so. */
export const evidenceCells = (cell: Cell | null): Words[] => [sayLevel(cell), ...sourceCells(cell)];

type Inlines = (string | Inline)[];

/** Rank, source and days of one source, and its words, in a line. */
const readInCell = (read: Read): Inlines => {
  const readIn = read.readIn === 'live' ? 'live' : 'in a stored copy';
  return [
    rankOf(read) && `${rankOf(read)}, `,
    ...sourceOf(read),
    `, ${read.pageDate || 'undated'}`,
    read.checkedOn ? `, checked on ${read.checkedOn.slice(0, 10)} ${readIn}` : '',
    read.quote ? `: ${quoted(read)}` : '',
  ];
};

/** Level and source within one cell of a wider table, and the vendor's own word after it. */
export const evidenceInCell = (
  cell: (Read & Pick<Cell, 'level'>) | null | undefined,
  stated?: Stated | null,
): Inlines => [
  sayLevel(cell),
  ...(cell ? [', ', ...readInCell(cell)] : []),
  ...(stated ? [`. ${sayStated(stated)}`] : []),
];

/** A fact and its sources within one cell; nothing is not confirmed. */
export const factInCell = (value: string, sources: readonly Read[]): Inlines => {
  if (value === '') return [NOT_CONFIRMED];
  if (sources.length === 0) return [`${value} (no source on record)`];
  return [value, ...sources.flatMap((source) => [' (', ...readInCell(source), ')'])];
};

/** A table for each category of features. */
export const coverageBlocks = (
  groups: readonly CoverageGroup[],
  head: readonly string[],
  cellsOf: (row: CoverageRow) => Words[],
): Block[] =>
  section(
    'What is documented',
    groups.flatMap(({ category, rows }) =>
      section(
        category,
        table(
          head,
          rows.map((row) => [itemLink('/features', row.feature), ...cellsOf(row)]),
        ),
        3,
      ),
    ),
  );
