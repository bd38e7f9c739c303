import { listParam, searchReader, textParam } from '#site/search-params.ts';
import type { CompareView } from './compare/compare-view.tsx';

const ONLY = ['differences', 'one-side'] as const;

/** Row filters, which stay when other vendors are compared. */
export const onlyParam = (value: unknown) => {
  const only = ONLY.filter((one) => listParam(value)?.includes(one));
  return only.length > 0 ? only : undefined;
};

export const readComparisonSearch = searchReader({
  only: onlyParam,
  left: textParam,
  right: textParam,
  find: textParam,
});

export type ComparisonSearch = ReturnType<typeof readComparisonSearch>;

/** Columns that the address does not name, or names twice, are the first ones that are left. */
export const viewOf = (search: ComparisonSearch, slugs: readonly string[]): CompareView => {
  const left = Math.max(slugs.indexOf(search.left ?? ''), 0);
  const asked = slugs.indexOf(search.right ?? '');
  const isFree = asked >= 0 && asked !== left;
  return {
    onlyDifferences: search.only?.includes('differences') ?? false,
    onlyOneSide: search.only?.includes('one-side') ?? false,
    narrow: [left, isFree ? asked : Number(left === 0)],
  };
};

export const searchOf = (view: CompareView, slugs: readonly string[]): ComparisonSearch => {
  const [left, right] = view.narrow;
  const isFirstTwo = left === 0 && right === 1;
  const only = [
    ...(view.onlyDifferences ? (['differences'] as const) : []),
    ...(view.onlyOneSide ? (['one-side'] as const) : []),
  ];
  return {
    only: only.length > 0 ? only : undefined,
    left: isFirstTwo ? undefined : slugs[left],
    right: isFirstTwo ? undefined : slugs[right],
  };
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
