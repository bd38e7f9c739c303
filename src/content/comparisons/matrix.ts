import type { Vendor } from '#content/vendors/vendors.collection.ts';
import { withoutPlaceholder, withoutPlaceholders } from '#site/placeholders.ts';
import type { MatrixGroup } from './comparisons.collection.ts';
import { type Columns, toColumns } from './pages/columns.ts';

type TextKey =
  | 'founded'
  | 'headquarters'
  | 'employeeCount'
  | 'customerCount'
  | 'minimumAssets'
  | 'typicalClientSize'
  | 'pricing';
type ListKey = 'features' | 'useCases' | 'integrations' | 'supportOptions';

const TEXT_GROUPS: { name: string; items: [string, TextKey][] }[] = [
  {
    name: 'Company Overview',
    items: [
      ['Founded', 'founded'],
      ['Headquarters', 'headquarters'],
      ['Employees', 'employeeCount'],
      ['Customers', 'customerCount'],
    ],
  },
  {
    name: 'Requirements & Pricing',
    items: [
      ['Minimum Assets', 'minimumAssets'],
      ['Typical Client Size', 'typicalClientSize'],
      ['Pricing', 'pricing'],
    ],
  },
];

const LISTS: [string, ListKey][] = [
  ['Features', 'features'],
  ['Use Cases', 'useCases'],
  ['Integrations', 'integrations'],
  ['Support', 'supportOptions'],
];

export type MatrixCell = MatrixGroup['items'][number]['vendorA'];

export interface ColumnGroup {
  name: string;
  items: ({ label: string } & Columns<MatrixCell>)[];
}

export const buildMatrix = (vendors: readonly Vendor[]): ColumnGroup[] => [
  ...TEXT_GROUPS.map(({ name, items }) => ({
    name,
    items: items.map(([label, key]) => ({
      label,
      ...toColumns(vendors.map((vendor) => withoutPlaceholder(vendor[key]))),
    })),
  })),
  {
    name: 'Core Features',
    items: LISTS.map(([label, key]) => ({
      label,
      ...toColumns(vendors.map((vendor) => withoutPlaceholders(vendor[key]))),
    })),
  },
];

export type Source = Vendor['sources'][number];

export const listSources = (vendors: readonly Vendor[]) =>
  [...TEXT_GROUPS.flatMap(({ items }) => items), ...LISTS].map(([label, key]) => ({
    label,
    field: key,
    sources: vendors.map((vendor) =>
      vendor.sources.filter((source) => source.field === key && source.url),
    ),
  }));
