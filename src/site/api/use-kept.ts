import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query';

/** The answer to these filters, or the last one until it is there: a form never loses its place. */
export const useKept = <T, K extends QueryKey>(query: UseQueryOptions<T, Error, T, K>) => {
  const { data, isPlaceholderData } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
    throwOnError: true,
  });
  return { data, isOld: isPlaceholderData };
};
