import type { Cell } from '#content/shared/coverage/coverage-schema.ts';
import {
  isRecent,
  publisherOf,
  rankOf,
  readingOf,
} from '#content/shared/coverage/evidence-words.ts';
import { newestFirst } from '#content/shared/events-and-terms.ts';
import { formatPartialDate } from '#content/shared/format-date.ts';
import { keyOf } from './decision.ts';
import type { Model } from './model.ts';
import { heftOf } from './score.ts';

/** How many names of each vendor one page holds: less of many vendors, and in smaller letters. */
const NAMED = { roomy: 5, dense: 2 } as const;
const MAX_ROOMY = 4;

type Density = keyof typeof NAMED;

export const densityOf = ({ vendors }: Pick<Model, 'vendors'>): Density =>
  vendors.length > MAX_ROOMY ? 'dense' : 'roomy';

/** Each vendor's unconfirmed criteria, by name: must-haves first, then by weight. */
export const listUnconfirmed = ({ vendors, rows }: Pick<Model, 'vendors' | 'rows'>) => {
  const byWeight = (column: number) =>
    rows
      .filter(({ answers }) => answers[column] === null)
      .toSorted((a, b) => heftOf(b.criterion.weight) - heftOf(a.criterion.weight))
      .map(({ name }) => name);
  return vendors.map(({ slug, name }, column) => ({ slug, name, criteria: byWeight(column) }));
};
export type Unconfirmed = ReturnType<typeof listUnconfirmed>[number];

/** The weightiest by name, and those that are left to the annex. */
export const splitUnconfirmed = ({ criteria }: Unconfirmed, density: Density) => {
  const named = NAMED[density];
  const names = criteria.slice(0, named).join(', ');
  const rest = criteria.slice(named);
  if (names === '') return { onPage: 'nothing', rest };
  return {
    onPage: rest.length > 0 ? `${names}, and ${rest.length} more, in the annex` : names,
    rest,
  };
};

/** Ends a cut text, and takes its own room there. */
export const GOES_ON = ' … (goes on in the annex)';

/** Room for one text on the page, in rows of so many characters: less beside many vendors. */
const ROOM = { roomy: { rows: 5, width: 125 }, dense: { rows: 2, width: 127 } } as const;

/** Signs that take the room of two: capitals, and scripts with wide ones. */
const WIDE = /[^\p{Ll}\p{Nd}\p{P}\s]/gu;

const fits = (text: string, density: Density): boolean => {
  const room = ROOM[density];
  const rows = text.split('\n').map((line) => {
    const wide = line.match(WIDE)?.length ?? 0;
    return Math.max(1, Math.ceil((line.length + wide) / room.width));
  });
  return rows.reduce((sum, count) => sum + count, 0) <= room.rows;
};

/** Split between the first page and the annex: cut after a word, or within one that alone is too long. */
export const splitText = (title: string, text: string, density: Density) => {
  if (fits(text, density)) return { title, onPage: text, rest: '' };
  let end: number = ROOM[density].rows * ROOM[density].width;
  while (!fits(text.slice(0, end) + GOES_ON, density)) end -= 1;
  const space = text.slice(0, end + 1).search(/\s\S*$/);
  if (space > end / 2) end = space;
  return { title, onPage: text.slice(0, end).trimEnd(), rest: text.slice(end).trimStart() };
};

export type MemoText = ReturnType<typeof splitText>;

/** What happened to the vendors within two years, the newest first. */
export const listEvents = ({ records }: Pick<Model, 'records'>, today: Date) =>
  records.flatMap(({ name, events }) =>
    newestFirst(events)
      .filter(({ date }) => isRecent(date, today))
      .map(({ date, sentence, url }) => ({
        vendor: name,
        date: formatPartialDate(date ?? ''),
        sentence,
        url: url ?? '',
      })),
  );
export type MemoEvent = ReturnType<typeof listEvents>[number];

const saySource = (cell: Cell): string =>
  `${rankOf(cell.publisher)}, published by ${publisherOf(cell.publisher)}: ${cell.url}, ${readingOf(cell)}.`;

/** Each source once: its rank, publisher, address, way of reading, and the age of the page. */
export const listEvidence = ({ rows, vendors }: Pick<Model, 'rows' | 'vendors'>) => {
  const numbers = new Map<string, number>();
  const numberOf = (source: string) => {
    const number = numbers.get(source) ?? numbers.size + 1;
    numbers.set(source, number);
    return number;
  };
  const criteria = rows.map((row) => ({
    row,
    lines: vendors.flatMap(({ slug, name }, column) => {
      const cell = row.cells[column];
      if (!cell) return [];
      const key = `${keyOf(row.criterion)}/${slug}`;
      return [{ key, vendor: name, cell, source: numberOf(saySource(cell)) }];
    }),
  }));
  return {
    criteria: criteria.filter(({ lines }) => lines.length > 0),
    sources: [...numbers.keys()],
  };
};
