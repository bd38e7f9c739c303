import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { articlesQuery, refreshNews } from './news-data.ts';

afterEach(() => vi.useRealTimers());

const pathOf = (search: Parameters<typeof articlesQuery>[0]) => articlesQuery(search).queryKey[0];

it('A5.05 asks for every status unless one is chosen, and for the words', () => {
  expect(pathOf({})).toBe('/api/news?limit=50&include_all_statuses=true');
  expect(pathOf({ q: 'tax & law', status: 'rewritten', page: '3' })).toBe(
    '/api/news?limit=50&offset=100&q=tax+%26+law&status=rewritten&include_all_statuses=true',
  );
});

it.each(['0', '-2', 'x', ''])('A5.05 takes the page %j for the first one', (page) => {
  expect(pathOf({ page })).toBe('/api/news?limit=50&include_all_statuses=true');
});

it('A5.31 A16.03 forgets old lists, reads the shown one at once and again after 1000 ms', async () => {
  vi.useFakeTimers();
  const queryClient = new QueryClient();
  queryClient.setQueryData(['/api/news?old', 'admin'], []);
  const queryFn = vi.fn(() => []);
  const other = new QueryObserver(queryClient, { queryKey: ['/api/news-else', 'admin'], queryFn });
  const leave = other.subscribe(() => undefined);
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  void refreshNews(queryClient);
  expect(queryClient.getQueryData(['/api/news?old', 'admin'])).toBeUndefined();
  expect(invalidate).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(999);
  expect(invalidate).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(invalidate).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(queryFn).toHaveBeenCalledTimes(1);
  leave();
});
