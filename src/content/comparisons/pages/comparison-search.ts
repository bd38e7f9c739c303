import { listParam, textParam } from '#site/search-params.ts';
import type { CompareView } from './compare/compare-view.tsx';

const ONLY = ['differences', 'one-side'] as const;

/** Row filters, which stay when other vendors are compared. */
export interface CompareSwitches {
  only?: (typeof ONLY)[number][] | undefined;
}

export interface ComparisonSearch extends CompareSwitches {
  left?: string | undefined;
  right?: string | undefined;
  find?: string | undefined;
}

export const readSwitches = (search: Record<string, unknown>): CompareSwitches => {
  const only = ONLY.filter((one) => listParam(search.only)?.includes(one));
  return { only: only.length > 0 ? only : undefined };
};

export const readComparisonSearch = (search: Record<string, unknown>): ComparisonSearch => ({
  ...readSwitches(search),
  left: textParam(search.left),
  right: textParam(search.right),
  find: textParam(search.find),
});

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
