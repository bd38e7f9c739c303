import type { CoverageGroup } from '#content/shared/coverage/coverage-groups.ts';
import { LEVEL_WORDS, NOT_CONFIRMED } from '#content/shared/coverage/evidence-words.ts';
import { sayStated } from '#content/shared/coverage/stated.ts';
import { AGE_WORDS, handOf, strengthOf } from '#content/shared/coverage/strength.ts';
import { toCsv } from '#platform/csv.ts';
import type { ColumnGroup, MatrixCell, Source } from './matrix.ts';
import { fromColumns } from './pages/columns.ts';

interface Compared {
  comparisonMatrix: readonly ColumnGroup[];
  sources: readonly { label: string; sources: Source[][] }[];
  coverage: readonly CoverageGroup[];
}

const asText = (cell: MatrixCell): string => [cell ?? []].flat().join('; ');

const addressesOf = (sources: readonly Source[] = []): string =>
  sources.map(({ url }) => url).join(' ');

const dayOf = (checkedOn: string | null | undefined): string => checkedOn?.slice(0, 10) ?? '';

/** A fact's first source counts; unknown values stay empty. */
const strengthColumns = (read: Pick<Source, 'publisher' | 'pageDate'> | undefined) => {
  if (!read?.publisher) return ['', '', ''];
  const pageDate = read.pageDate ?? null;
  const strength = strengthOf({ level: 'documented', publisher: read.publisher, pageDate });
  return [handOf(strength), pageDate ?? '', AGE_WORDS[strength.age]];
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
      ...fromColumns(item).flatMap((cell, index) => {
        const sources = sourcesOf.get(item.label)?.[index];
        return [
          asText(cell),
          ...strengthColumns(sources?.[0]),
          addressesOf(sources),
          dayOf(sources?.[0]?.checkedOn),
          sources?.[0] ? (sources[0].readIn ?? 'stored copy') : '',
          '',
        ];
      }),
    ]),
  );
  const features = compared.coverage.flatMap(({ category, rows }) =>
    rows.map(({ feature, cells, stated }) => [
      category,
      feature.name,
      ...cells.flatMap((cell, index) => [
        ...(cell
          ? [
              LEVEL_WORDS[cell.level],
              ...strengthColumns(cell),
              cell.url,
              dayOf(cell.checkedOn),
              cell.readIn,
            ]
          : [NOT_CONFIRMED, '', '', '', '', '', '']),
        sayStated(stated?.[index]),
      ]),
    ]),
  );
  return toCsv([['group', 'criterion', ...head], ...facts, ...features]);
};
