import { FACTS, nameOfFact, type ProfileFact } from '#content/shared/profile-facts.ts';
import type { Vendor } from '#content/vendors/vendors.collection.ts';
import { withoutPlaceholder, withoutPlaceholders } from '#site/placeholders.ts';
import type { MatrixGroup } from './comparisons.collection.ts';
import { type Columns, toColumns } from './pages/columns.ts';

const GROUPS = [
  { name: 'Company Overview', facts: FACTS.company },
  { name: 'Requirements & Pricing', facts: FACTS.requirements },
  { name: 'Core Features', facts: FACTS.product },
] as const;

/** 'Minimum Assets' */
const labelOf = (fact: ProfileFact): string =>
  nameOfFact(fact).replace(/ [a-z]/g, (start) => start.toUpperCase());

export type MatrixCell = MatrixGroup['items'][number]['vendorA'];

export interface ColumnGroup {
  name: string;
  items: ({ label: string } & Columns<MatrixCell>)[];
}

const cellOf = (value: string | string[] | null): MatrixCell =>
  Array.isArray(value) ? withoutPlaceholders(value) : withoutPlaceholder(value);

export const buildMatrix = (vendors: readonly Vendor[]): ColumnGroup[] =>
  GROUPS.map(({ name, facts }) => ({
    name,
    items: facts.map((fact) => ({
      label: labelOf(fact),
      ...toColumns(vendors.map((vendor) => cellOf(vendor[fact]))),
    })),
  }));

export type Source = Vendor['sources'][number];

export const listSources = (vendors: readonly Vendor[]) =>
  GROUPS.flatMap(({ facts }) => facts).map((field) => ({
    label: labelOf(field),
    field,
    sources: vendors.map((vendor) =>
      vendor.sources.filter((source) => source.field === field && source.url),
    ),
  }));
