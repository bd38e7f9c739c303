import type { Cell } from '#content/shared/coverage/coverage-groups.ts';
import { publisherOf, rankOf, readingOf } from '#content/shared/coverage/evidence-words.ts';
import { keyOf } from './decision.ts';
import type { CriterionRow, Model } from './model.ts';

export interface EvidenceLine {
  key: string;
  vendor: string;
  cell: Cell;
  source: number;
}

export interface MemoEvidence {
  criteria: readonly { row: CriterionRow; lines: readonly EvidenceLine[] }[];
  /** Each once: its rank, publisher, address, way of reading, and the age of the page. */
  sources: readonly string[];
}

const saySource = (cell: Cell): string =>
  `${rankOf(cell.publisher)}, published by ${publisherOf(cell.publisher)}: ${cell.url}, ${readingOf(cell)}.`;

export const listEvidence = ({ rows, vendors }: Pick<Model, 'rows' | 'vendors'>): MemoEvidence => {
  const numbers = new Map<string, number>();
  const numberOf = (source: string) => {
    const number = numbers.get(source) ?? numbers.size + 1;
    numbers.set(source, number);
    return number;
  };
  const criteria = rows.map((row) => ({
    row,
    lines: vendors.flatMap(({ slug, name }, column): EvidenceLine[] => {
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
