import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { userQuery } from '#client/user-query.ts';
import { refreshCollection } from './admin-queries.ts';

const read = () => Promise.resolve('read again');

it('after a write, what the screen shows of the collection is read again, and nothing else that was read before stays', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  for (const path of ['/api/pages', '/api/pages/footer', '/api/vendors', '/api/faq']) {
    client.setQueryData([path], 'before');
  }
  client.setQueryData(['item-draft', 1, 2], 'saved just now');
  client.setQueryData([...userQuery.queryKey], { email: 'owner@example.com' });
  const stop = ['/api/pages', '/api/faq'].map((path) =>
    new QueryObserver(client, { queryKey: [path], queryFn: read }).subscribe(() => undefined),
  );

  await refreshCollection(client, 'pages');

  expect(client.getQueryData(['/api/pages'])).toBe('read again');
  expect(client.getQueryData(['/api/faq'])).toBe('before');
  expect(client.getQueryData(['/api/pages/footer'])).toBeUndefined();
  expect(client.getQueryData(['/api/vendors'])).toBeUndefined();
  expect(client.getQueryData([...userQuery.queryKey])).toEqual({ email: 'owner@example.com' });
  expect(client.getQueryData(['item-draft', 1, 2])).toBe('saved just now');
  for (const end of stop) end();
});

it('a read that is under way is not broken off by it', async () => {
  const client = new QueryClient();
  const { promise, resolve } = Promise.withResolvers<string>();
  const under = client.fetchQuery({ queryKey: ['/api/vendors'], queryFn: () => promise });
  await refreshCollection(client, 'pages');
  resolve('whole');
  expect(await under).toBe('whole');
});
