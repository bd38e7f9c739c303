import type { CoverageGroup } from '#content/shared/coverage/coverage-groups.ts';
import { evidenceColumns } from '#content/shared/coverage/evidence-columns.ts';
import { LEVEL_WORDS, NOT_CONFIRMED } from '#content/shared/coverage/evidence-words.ts';
import { sayStated } from '#content/shared/coverage/stated.ts';
import { toCsv } from '#platform/csv.ts';
import type { ColumnGroup, MatrixCell, Source } from './matrix.ts';
import { fromColumns } from './pages/columns.ts';

interface Compared {
  comparisonMatrix: readonly ColumnGroup[];
  sources: readonly { label: string; sources: Source[][] }[];
  coverage: readonly CoverageGroup[];
}

const asText = (cell: MatrixCell): string => [cell ?? []].flat().join('; ');

const EVIDENCE = ['rank', 'page date', 'page age', 'url', 'checked on', 'read in'] as const;

/** A fact's first source counts, with the addresses of all. */
const factColumns = (sources: readonly Source[] = []): string[] => {
  const [first] = sources;
  const url = sources.map((source) => source.url).join(' ');
  // A source that does not say how it was read counts as a stored copy.
  return evidenceColumns(
    first && { ...first, readIn: first.readIn ?? 'stored copy', url },
    EVIDENCE,
  );
};

/** A line for each row of the page; per vendor a value, its strength, the evidence address and the check day. */
export const writeComparison = (names: readonly string[], compared: Compared): string => {
  const head = names.flatMap((name) => [
    name,
    ...['rank', 'page date', 'page age', 'evidence', 'checked on', 'read in', 'states'].map(
      (part) => `${name}: ${part}`,
    ),
  ]);
  const sourcesOf = new Map(compared.sources.map(({ label, sources }) => [label, sources]));
  const facts = compared.comparisonMatrix.flatMap(({ name, items }) =>
    items.map((item) => [
      name,
      item.label,
      ...fromColumns(item).flatMap((cell, index) => [
        asText(cell),
        ...factColumns(sourcesOf.get(item.label)?.[index]),
        '',
      ]),
    ]),
  );
  const features = compared.coverage.flatMap(({ category, rows }) =>
    rows.map(({ feature, cells, stated }) => [
      category,
      feature.name,
      ...cells.flatMap((cell, index) => [
        cell ? LEVEL_WORDS[cell.level] : NOT_CONFIRMED,
        ...evidenceColumns(cell, EVIDENCE),
        sayStated(stated?.[index]),
      ]),
    ]),
  );
  return toCsv([['group', 'criterion', ...head], ...facts, ...features]);
};
