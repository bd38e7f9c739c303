import { useQuery } from '@tanstack/react-query';
import { hrefTo } from '#client/href-to.ts';
import { popularQuery } from './popular.query.ts';

export const usePopularComparisons = () => {
  const { data = [] } = useQuery(popularQuery);
  return data.map(({ pair, ...words }) => ({ href: hrefTo('/compare/$pair', { pair }), ...words }));
};
