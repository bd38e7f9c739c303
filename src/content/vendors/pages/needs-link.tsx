import { hrefTo } from '#client/href-to.ts';
import { listWords } from '#platform/words.ts';
import type { Facets } from './option-group.tsx';
import type { VendorSearch } from './vendor-search.ts';

interface NeedsLinkProps {
  search: VendorSearch;
  facets: Facets;
  /** Features that were chosen, and those that the words name. */
  asked: string[] | undefined;
}

/** To the order by needs, which takes features, one market and one category; what it cannot take is named. */
export function NeedsLink({ search, facets, asked }: NeedsLinkProps) {
  const { q, aum = [] } = search;
  const [market, ...markets] = search.market ?? [];
  const [category, ...categories] = search.category ?? [];
  const bands = facets.aum.filter(({ value }) => aum.includes(value)).map(({ label }) => label);
  const words = q && facets.understood.length === 0 ? [`“${q}”`] : [];
  const left = [...markets, ...categories, ...bands, ...words];
  return (
    <p className="text-sm">
      <a href={hrefTo('/needs', {}, { f: asked, market, category })} className="touch text-link">
        Order all by your needs
      </a>
      {left.length > 0 && <span className="text-faint"> without {listWords(left)}</span>}
    </p>
  );
}
