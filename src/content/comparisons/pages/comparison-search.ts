import { listParam, searchReader, textParam } from '#site/search-params.ts';
import type { NarrowColumns } from './compare/compare-model.ts';

export const ROW_FILTERS = {
  differences: 'Only differences',
  'one-side': 'One side only',
} as const;

export type RowFilter = keyof typeof ROW_FILTERS;

const ONLY: readonly RowFilter[] = ['differences', 'one-side'];

/** Row filters, which stay when other vendors are compared. */
export const onlyParam = (value: unknown) => {
  const only = ONLY.filter((one) => listParam(value)?.includes(one));
  return only.length > 0 ? only : undefined;
};

/** How a comparison is looked at; it lives in the address, so that it can be sent. */
export const readComparisonSearch = searchReader({
  only: onlyParam,
  left: textParam,
  right: textParam,
  find: textParam,
});

export type ComparisonSearch = ReturnType<typeof readComparisonSearch>;

/** Columns that the address does not name, or names twice, are the first ones that are left. */
export const narrowOf = (
  { left, right }: ComparisonSearch,
  slugs: readonly string[],
): NarrowColumns => {
  const first = Math.max(slugs.indexOf(left ?? ''), 0);
  const asked = slugs.indexOf(right ?? '');
  return [first, asked >= 0 && asked !== first ? asked : Number(first === 0)];
};

export const changeCompared = (
  compared: readonly string[],
  added: string,
  instead: string,
): string[] => {
  if (added === '' || compared.includes(added)) return [...compared];
  if (!compared.includes(instead)) return [...compared, added];
  return compared.map((slug) => (slug === instead ? added : slug));
};
