import { hrefTo } from '#client/href-to.ts';
import type { CoverageGroup } from '#content/shared/coverage/coverage-schema.ts';
import { Evidence, FactEvidence } from '#content/shared/coverage/evidence.tsx';
import { StrengthLegend } from '#content/shared/coverage/strength-mark.tsx';
import { listWords } from '#platform/words.ts';
import { type ComparedFacts, groupFacts } from '../matrix.ts';
import { type CompareGroup, isListLabel, readText } from './compare/compare-model.ts';
import { CompareCell } from './compare/compare-rows.tsx';
import { CompareTable } from './compare/compare-table.tsx';
import type { ComparisonSearch } from './comparison-search.ts';

interface ComparisonTableProps {
  vendors: readonly { slug: string; name: string }[];
  compared: ComparedFacts & { coverage: readonly CoverageGroup[] };
  search?: ComparisonSearch;
  onSearch?: (search: ComparisonSearch) => Promise<void>;
}

/** Facts and features in one table: a mark or a source opens each cell that is known. */
export function ComparisonTable({ vendors, compared, ...view }: ComparisonTableProps) {
  const aboutOf = (column: number, part?: string) =>
    `/vendors/${vendors[column]?.slug}${part ? `#${part}` : ''}`;
  const facts = groupFacts(compared).map(
    ({ name, rows }): CompareGroup => ({
      name,
      rows: rows.map(({ label, field, cells }) => ({
        label,
        values: cells.map(({ value }) => value),
        cells: cells.map(({ value, sources }, index) => {
          const cell = <CompareCell key={index} label={label} value={value} />;
          if (readText(value) === '') return cell;
          return (
            <FactEvidence
              key={index}
              isList={isListLabel(label)}
              about={aboutOf(index, field)}
              sources={sources}
            >
              {cell}
            </FactEvidence>
          );
        }),
      })),
    }),
  );
  const features = compared.coverage.map(
    ({ category, rows }): CompareGroup => ({
      name: category,
      hasLevels: true,
      rows: rows.map(({ feature: { slug, name }, cells, stated }) => ({
        label: name,
        href: hrefTo('/features/$slug', { slug }),
        values: cells.map((cell) => cell?.level),
        isStated: stated !== undefined,
        cells: cells.map((cell, index) => (
          <Evidence key={index} cell={cell} stated={stated?.[index]} about={aboutOf(index, slug)} />
        )),
      })),
    }),
  );
  return (
    <>
      <StrengthLegend className="mb-3" />
      <CompareTable
        caption={`${listWords(vendors.map(({ name }) => name))} compared`}
        vendors={vendors}
        groups={[...facts, ...features]}
        {...view}
      />
    </>
  );
}
