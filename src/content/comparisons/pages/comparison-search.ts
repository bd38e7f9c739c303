import { textParam } from '#site/search-params.ts';
import type { CompareView } from './compare/compare-view.tsx';

/** Which rows are shown: what stays when other vendors are compared. */
export interface CompareSwitches {
  only?: 'differences' | undefined;
  hide?: 'unconfirmed' | undefined;
}

/** How a comparison is looked at, as its address has it. */
export interface ComparisonSearch extends CompareSwitches {
  left?: string | undefined;
  right?: string | undefined;
  /** Narrows whom the page offers for one more column. */
  find?: string | undefined;
}

export const readSwitches = (search: Record<string, unknown>): CompareSwitches => ({
  only: search.only === 'differences' ? 'differences' : undefined,
  hide: search.hide === 'unconfirmed' ? 'unconfirmed' : undefined,
});

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
    onlyDifferences: search.only === 'differences',
    hidesUnconfirmed: search.hide === 'unconfirmed',
    narrow: [left, isFree ? asked : Number(left === 0)],
  };
};

export const searchOf = (view: CompareView, slugs: readonly string[]): ComparisonSearch => {
  const [left, right] = view.narrow;
  const isFirstTwo = left === 0 && right === 1;
  return {
    only: view.onlyDifferences ? 'differences' : undefined,
    hide: view.hidesUnconfirmed ? 'unconfirmed' : undefined,
    left: isFirstTwo ? undefined : slugs[left],
    right: isFirstTwo ? undefined : slugs[right],
  };
};
