import { ListTab } from '#admin/list/list-tab.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import { SearchMisses } from './search-misses.tsx';
import { TERM_LIST } from './term-list.ts';

/** The list of terms, and below it searches without results. */
export function SearchTermsTab({ collection }: ScreenProps) {
  return (
    <ListTab collection={collection} {...TERM_LIST}>
      <SearchMisses />
    </ListTab>
  );
}
