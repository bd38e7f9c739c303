import type { Vendor } from '#content/vendors/vendors.collection.ts';
import type { MatrixGroup } from './comparisons.collection.ts';

/** Left by an unfinished import; such a text is never shown (spec, vendor profile). */
export const PLACEHOLDER_MARK = '[Extract';

const known = (value: string | null) => (value?.includes(PLACEHOLDER_MARK) ? null : value);
const knownItems = (values: string[]) =>
  values.filter((value) => !value.includes(PLACEHOLDER_MARK));

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

export const buildMatrix = (a: Vendor, b: Vendor): MatrixGroup[] => [
  ...TEXT_GROUPS.map(({ name, items }) => ({
    name,
    items: items.map(([label, key]) => ({ label, vendorA: known(a[key]), vendorB: known(b[key]) })),
  })),
  {
    name: 'Core Features',
    items: LISTS.map(([label, key]) => ({
      label,
      vendorA: knownItems(a[key]),
      vendorB: knownItems(b[key]),
    })),
  },
];
