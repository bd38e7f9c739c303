import { CompareTable } from '#ui/compare/compare-table.tsx';
import type { MatrixGroup } from '../comparisons.collection.ts';
import type { ComparedVendor } from './vendor-pair.tsx';

interface ComparisonTableProps {
  vendorA: Pick<ComparedVendor, 'name' | 'slug'>;
  vendorB: Pick<ComparedVendor, 'name' | 'slug'>;
  matrix: readonly MatrixGroup[];
}

export function ComparisonTable({ vendorA, vendorB, matrix }: ComparisonTableProps) {
  return (
    <CompareTable
      caption={`${vendorA.name} and ${vendorB.name} compared`}
      vendors={[vendorA, vendorB].map(({ name, slug }) => ({ name, href: `/vendors/${slug}` }))}
      groups={matrix.map(({ name, items }) => ({
        name,
        rows: items.map((item) => ({ label: item.label, values: [item.vendorA, item.vendorB] })),
      }))}
    />
  );
}
