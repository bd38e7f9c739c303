import type * as z from 'zod';
import type { coverageGroups } from './coverage-schema.ts';

/** Directory categories whose features stand under a longer name; all others have the name of the features' category. */
const FEATURES_OF: Readonly<Record<string, string>> = {
  Accounting: 'Accounting & General Ledger',
  'Data Aggregation': 'Data Aggregation & Integration',
  'Portfolio Management': 'Portfolio & Performance',
  Reporting: 'Reporting & Analytics',
};

export const featuresOf = (category: string): string => FEATURES_OF[category] ?? category;

/** The features that make a category are those whose page rates them of high importance. */
export const isCore = ({ importance }: { importance: string | null }): boolean =>
  importance === 'High';

export interface CategoryEvidence {
  category: string;
  documented: number;
  partial: number;
}

/** How many core features of each category have evidence; with none, the category is our own reading. */
export const categoryEvidence = (
  categories: readonly string[],
  groups: Readonly<z.infer<typeof coverageGroups>>,
): CategoryEvidence[] =>
  categories.map((category) => {
    const group = groups.find((one) => one.category === featuresOf(category));
    const cells = group?.rows
      .filter(({ feature }) => group.core.includes(feature.slug))
      .map(({ cells: [cell] }) => cell?.level);
    const count = (level: string) => cells?.filter((one) => one === level).length ?? 0;
    return { category, documented: count('documented'), partial: count('partial') };
  });

/** A category needs evidence, documented or in part, on one of its core features. */
export const isOurReading = ({ documented, partial }: CategoryEvidence): boolean =>
  documented + partial === 0;
