import { useQuery } from '@tanstack/react-query';
import { hrefTo } from '#client/href-to.ts';
import { pairPath, partsOfAddress } from '../site.ts';
import { comparisonsOfQuery } from './compare-query.ts';

interface AnalysisLinkProps {
  vendors: readonly { id: number; slug: string }[];
}

/** The way to what an editor wrote about a pair, where somebody did. */
export function AnalysisLink({ vendors }: AnalysisLinkProps) {
  const { data = [] } = useQuery(comparisonsOfQuery(vendors[0]?.id ?? 0));
  const path = pairPath(vendors.map(({ slug }) => slug));
  const written = data.find(({ slug }) => pairPath(partsOfAddress(slug)) === path);
  if (!written) return null;
  return (
    <p className="no-print mb-8 text-sm">
      <a href={hrefTo('/comparisons/$slug', { slug: written.slug })} className="text-link">
        Read our analysis of this pair
      </a>
    </p>
  );
}
