import { hrefTo } from '#client/href-to.ts';
import type { CoverageGroup } from '#content/shared/coverage/coverage-groups.ts';
import { Evidence } from '#content/shared/coverage/evidence.tsx';
import { FactEvidence } from '#content/shared/coverage/fact-evidence.tsx';
import { StrengthLegend } from '#content/shared/coverage/strength-mark.tsx';
import { listWords } from '#platform/words.ts';
import { ShortlistButton } from '#site/shortlist/shortlist-button.tsx';
import type { ColumnGroup, Source } from '../matrix.ts';
import { fromColumns } from './columns.ts';
import { type CompareGroup, isListLabel, readText } from './compare/compare-model.ts';
import { CompareCell } from './compare/compare-rows.tsx';
import { CompareTable } from './compare/compare-table.tsx';
import type { CompareView } from './compare/compare-view.tsx';
import type { ComparedVendor } from './compare-query.ts';

interface Sources {
  label: string;
  field: string;
  sources: Source[][];
}

interface ComparisonTableProps {
  vendors: readonly Pick<ComparedVendor, 'name' | 'slug'>[];
  matrix: readonly ColumnGroup[];
  sources: readonly Sources[];
  coverage: readonly CoverageGroup[];
  view?: CompareView;
  onView?: (view: CompareView) => void;
}

const asGroup = (
  { category, rows }: CoverageGroup,
  vendors: ComparisonTableProps['vendors'],
): CompareGroup => ({
  name: category,
  hasLevels: true,
  rows: rows.map(({ feature, cells, stated }) => ({
    label: feature.name,
    href: hrefTo('/features/$slug', { slug: feature.slug }),
    values: cells.map((cell) => cell?.level),
    isStated: stated !== undefined,
    cells: cells.map((cell, index) => (
      <Evidence
        key={index}
        cell={cell}
        stated={stated?.[index]}
        about={`/vendors/${vendors[index]?.slug}#${feature.slug}`}
      />
    )),
  })),
});

const asFacts = (
  { name, items }: ColumnGroup,
  sourcesOf: ReadonlyMap<string, Sources>,
  vendors: ComparisonTableProps['vendors'],
): CompareGroup => ({
  name,
  rows: items.map((item) => {
    const values = fromColumns(item);
    const fact = sourcesOf.get(item.label);
    const part = fact ? `#${fact.field}` : '';
    const cells = values.map((value, index) => {
      const cell = <CompareCell key={index} label={item.label} value={value} />;
      if (readText(value) === '') return cell;
      return (
        <FactEvidence
          key={index}
          isList={isListLabel(item.label)}
          about={`/vendors/${vendors[index]?.slug}${part}`}
          sources={fact?.sources[index] ?? []}
        >
          {cell}
        </FactEvidence>
      );
    });
    return { label: item.label, values, cells };
  }),
});

export function ComparisonTable(props: ComparisonTableProps) {
  const { vendors, matrix, sources, coverage, view, onView } = props;
  const sourcesOf = new Map(sources.map((one) => [one.label, one]));
  return (
    <>
      <StrengthLegend className="mb-3" />
      <CompareTable
        caption={`${listWords(vendors.map(({ name }) => name))} compared`}
        vendors={vendors.map((vendor) => ({
          id: vendor.slug,
          name: vendor.name,
          href: hrefTo('/vendors/$slug', { slug: vendor.slug }),
          action: (
            <div className="mt-2 font-normal">
              <ShortlistButton vendor={vendor} />
            </div>
          ),
        }))}
        groups={[
          ...matrix.map((group) => asFacts(group, sourcesOf, vendors)),
          ...coverage.map((group) => asGroup(group, vendors)),
        ]}
        {...(view ? { view } : {})}
        {...(onView ? { onView } : {})}
      />
    </>
  );
}
