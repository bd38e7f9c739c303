import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import type { PageAnswers } from './page-answers.ts';

type Query<T, K extends QueryKey> = UseQueryOptions<T, Error, T, K>;

interface Answer<T> {
  data: T | undefined;
  isPending: boolean;
  error: Error | null;
}

/** On the server nothing is watched: what a page shows is there, or it will not come. */
const readOnce = <T, K extends QueryKey>({ queryKey }: Query<T, K>): Answer<T> => {
  const answers = useQueryClient() as PageAnswers;
  const data = answers.getQueryData<T>(queryKey);
  const error = answers.failureOf(queryKey);
  return { data, isPending: data === undefined && error === null, error };
};

const watch = <T, K extends QueryKey>(query: Query<T, K>): Answer<T> => useQuery(query);

/** An answer of the API that a page can do without. */
export const useAnswer = import.meta.env.SSR ? readOnce : watch;

const readLoaded = <T, K extends QueryKey>({ queryKey }: Query<T, K>): T => {
  const data = useQueryClient().getQueryData<T>(queryKey);
  if (data === undefined) throw new Error(`${String(queryKey)} was not loaded`);
  return data;
};

const watchLoaded = <T, K extends QueryKey>(query: Query<T, K>): T =>
  useSuspenseQuery(query as never).data as T;

/** The answer that a page is about, which its loader waits for. */
export const useLoaded = import.meta.env.SSR ? readLoaded : watchLoaded;

const watchKept = <T, K extends QueryKey>(query: Query<T, K>) => {
  const { data, isPlaceholderData } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
    throwOnError: true,
  });
  return { data, isOld: isPlaceholderData };
};

const readKept = <T, K extends QueryKey>(query: Query<T, K>) => ({
  data: readOnce(query).data,
  isOld: false,
});

/** The answer to these filters, or the last one until it is there: a form never loses its place. */
export const useKept = import.meta.env.SSR ? readKept : watchKept;
