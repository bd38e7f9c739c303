import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AdminSearch } from '#admin/address.ts';
import { adminList } from '#admin/api/admin-api.ts';
import { adminKey, adminListQuery, refreshCollection } from '#admin/api/admin-queries.ts';
import { listParams } from '#admin/list/list-view.ts';
import { toast } from '#admin/toast.ts';
import type { CardResponse } from '#client/api-calls.ts';
import { type Article, NEWS_STATUSES, news } from '#content/news/news.collection.ts';
import { counted } from '#platform/words.ts';
import type { BadgeTone } from '#ui/badge.tsx';

const SECOND_REFETCH_MS = 1000;
const NEWS = '/api/news';
const ALL = { include_all_statuses: 'true' };

type Status = Article['status'];

export const STATUSES: Record<Status, { label: string; tone: BadgeTone }> = {
  draft: { label: 'Draft', tone: 'warn' },
  rewritten: { label: 'Rewritten', tone: 'accent' },
  published: { label: 'Published', tone: 'positive' },
};

export const statusOptions = (statuses: readonly Status[] = NEWS_STATUSES) =>
  statuses.map((value) => ({ value, label: STATUSES[value].label }));

export const countArticles = (count: number) => counted(count, 'article', 'articles');

/** The articles that an address names: whole for the cards, and with what they show in the table. */
export const articlesQuery = (search: AdminSearch) =>
  adminListQuery(NEWS, { ...listParams(news, search), ...ALL, view: undefined });

export const articleRowsQuery = (search: AdminSearch) =>
  adminListQuery(NEWS, { ...listParams(news, search), ...ALL, view: 'card' } as const);

/** An article as a list has it. */
export type ListedArticle = CardResponse<'news'>;

/** How many articles have a status; the list itself stays where it is. */
export const statusCountQuery = (status: Status) => {
  const part = { ...ALL, status, view: 'card', limit: 1 } as const;
  return queryOptions({
    queryKey: adminKey(NEWS, part),
    queryFn: async () => (await adminList(NEWS, part)).total,
  });
};

const isNewsKey = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
  typeof path === 'string' && /^\/api\/(?:news(?:[/?]|$)|categories)/.test(path);

/**
 * After a change to the news: inactive queries are dropped, active ones are read anew, and once more
 * after a second. A form that was saved has begun the reading already. Ends with the first reading.
 */
export const refreshNews = async (
  queryClient: QueryClient,
  { isBegun = false } = {},
): Promise<void> => {
  setTimeout(() => void queryClient.invalidateQueries({ predicate: isNewsKey }), SECOND_REFETCH_MS);
  if (!isBegun) await refreshCollection(queryClient, 'news');
};

/** The spec's texts for news are titles, with a line below that says more. */
export const sayNews = (title: string, description: string) => toast({ title, description });
