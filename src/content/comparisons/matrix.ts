import { byTopic, sayVersion, TOPICS } from '#content/shared/events-and-terms.ts';
import { FACTS, nameOfFact, type ProfileFact, sourcesOf } from '#content/shared/profile-facts.ts';
import type { Vendor } from '#content/vendors/vendors.collection.ts';
import { withoutPlaceholder, withoutPlaceholders } from '#site/placeholders.ts';
import type { MatrixGroup } from './comparisons.collection.ts';

/** Two to four values under the names that the responses have for their columns. */
export interface Columns<T> {
  vendorA: T;
  vendorB: T;
  vendorC?: T | undefined;
  vendorD?: T | undefined;
}

export const toColumns = <T>(values: readonly T[]): Columns<T> => {
  const [vendorA, vendorB, vendorC, vendorD] = values;
  if (vendorA === undefined || vendorB === undefined) throw new Error('It takes two to compare');
  return {
    vendorA,
    vendorB,
    ...(vendorC === undefined ? {} : { vendorC }),
    ...(vendorD === undefined ? {} : { vendorD }),
  };
};

export const fromColumns = <T>({ vendorA, vendorB, vendorC, vendorD }: Columns<T>): T[] =>
  [vendorA, vendorB, vendorC, vendorD].filter((value) => value !== undefined);

const GROUPS = [
  { name: 'Company Overview', facts: FACTS.company },
  { name: 'Requirements & Pricing', facts: FACTS.requirements },
  { name: 'Core Features', facts: FACTS.product },
] as const;

/** 'Minimum Assets' */
const labelOf = (fact: ProfileFact): string =>
  nameOfFact(fact).replace(/ [a-z]/g, (start) => start.toUpperCase());

type MatrixCell = MatrixGroup['items'][number]['vendorA'];

interface ColumnGroup {
  name: string;
  items: ({ label: string } & Columns<MatrixCell>)[];
}

const cellOf = (value: string | string[] | null): MatrixCell =>
  Array.isArray(value) ? withoutPlaceholders(value) : withoutPlaceholder(value);

export const CONTRACT = 'Contract, as published';

/** The topics of a contract on which at least one of the vendors publishes something, with the terms of each vendor. */
const contractRows = (vendors: readonly Vendor[]) => {
  const topicsOf = vendors.map(({ contractTerms }) => byTopic(contractTerms));
  return byTopic([])
    .map(({ topic }, at) => ({
      label: TOPICS[topic].label,
      terms: topicsOf.map((topics) => topics[at]?.terms ?? []),
    }))
    .filter(({ terms }) => terms.some(({ length }) => length > 0));
};

const contractGroups = (vendors: readonly Vendor[]): ColumnGroup[] => {
  const items = contractRows(vendors).map(({ label, terms }) => {
    const sentences = terms.map((own) => own.map(({ sentence }) => sentence).join(' ') || null);
    return { label, ...toColumns<MatrixCell>(sentences) };
  });
  return items.length > 0 ? [{ name: CONTRACT, items }] : [];
};

export const buildMatrix = (vendors: readonly Vendor[]): ColumnGroup[] => [
  ...GROUPS.map(({ name, facts }) => ({
    name,
    items: facts.map((fact) => ({
      label: labelOf(fact),
      ...toColumns(vendors.map((vendor) => cellOf(vendor[fact]))),
    })),
  })),
  ...contractGroups(vendors),
];

/** A term as the source of a fact: its sentence is the value, its version stands in the note. */
const asSource = ({
  topic,
  sentence,
  version,
  note,
  ...read
}: Vendor['contractTerms'][number]) => ({
  ...read,
  field: `contract: ${topic}`,
  value: sentence,
  note: [sayVersion(version), note].filter(Boolean).join('. ') || null,
});

export const listSources = (vendors: readonly Vendor[]) => [
  ...GROUPS.flatMap(({ facts }) => facts).map((field) => ({
    label: labelOf(field),
    field,
    sources: vendors.map((vendor) => sourcesOf(vendor, field)),
  })),
  ...contractRows(vendors).map(({ label, terms }) => ({
    label,
    field: 'contract',
    sources: terms.map((own) => own.map(asSource)),
  })),
];

export interface ComparedFacts {
  comparisonMatrix: readonly ColumnGroup[];
  sources: readonly { label: string; field: string; sources: Vendor['sources'][] }[];
}

/** The facts of a comparison, a value and its sources for each vendor: on the page and in its file. */
export const groupFacts = ({ comparisonMatrix, sources }: ComparedFacts) => {
  const sourcesOf = new Map(sources.map((one) => [one.label, one]));
  return comparisonMatrix.map(({ name, items }) => ({
    name,
    rows: items.map((item) => {
      const fact = sourcesOf.get(item.label);
      const cells = fromColumns<MatrixCell>(item).map((value, at) => ({
        value,
        sources: fact?.sources[at] ?? [],
      }));
      return { label: item.label, field: fact?.field, cells };
    }),
  }));
};

/** A value in one line, where there is no room for a list. */
export const asLine = (value: MatrixCell): string => [value ?? []].flat().join('; ');
