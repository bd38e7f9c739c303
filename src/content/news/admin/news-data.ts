import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { adminList } from '#admin/api/admin-api.ts';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import type { Article } from '#content/news/news.collection.ts';

export const PAGE_SIZE = 50;
const SECOND_REFETCH_MS = 1000;

export interface ArticleView {
  q: string;
  /** '' for every status. */
  status: string;
  page: number;
}

const ALL = '/api/news?include_all_statuses=true';

export const readArticleView = (search: Record<string, string>): ArticleView => ({
  q: search.q ?? '',
  status: search.status ?? '',
  page: Math.max(1, Number.parseInt(search.page ?? '1', 10) || 1),
});

export const articlesPath = ({ q, status, page }: ArticleView): string => {
  const asked = new URLSearchParams({
    limit: String(PAGE_SIZE),
    offset: String((page - 1) * PAGE_SIZE),
    ...(status === '' ? {} : { status }),
    ...(q.trim() === '' ? {} : { q: q.trim() }),
  });
  return `${ALL}&${asked}`;
};

const failingAs = <T>(text: string, work: () => Promise<T>) =>
  work().catch((cause: unknown) => {
    throw new Error(text, { cause });
  });

export const articlesQuery = (view: ArticleView) => {
  const path = articlesPath(view);
  return queryOptions({
    queryKey: [path, 'admin'],
    queryFn: () => failingAs('Failed to fetch articles', () => adminList<Article>(path)),
    placeholderData: keepPreviousData,
  });
};

/** How many articles have a status; the list itself stays where it is. */
export const statusCountQuery = (status: string) => {
  const path = `${ALL}&status=${status}&view=card&limit=1`;
  return queryOptions({
    queryKey: [path, 'admin'],
    queryFn: async () => (await adminList(path)).total,
  });
};

const isNewsKey = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
  typeof path === 'string' && /^\/api\/(?:news(?:[/?]|$)|categories)/.test(path);

/**
 * After a change to the news: what nobody looks at is forgotten, what is on the screen is read anew, and once more
 * after a second. A form that was saved has begun the reading already.
 */
export const refreshNews = (queryClient: QueryClient, { isBegun = false } = {}): void => {
  queryClient.removeQueries({ predicate: isNewsKey, type: 'inactive' });
  if (!isBegun) void refreshCollection(queryClient, 'news');
  setTimeout(() => void queryClient.invalidateQueries({ predicate: isNewsKey }), SECOND_REFETCH_MS);
};
