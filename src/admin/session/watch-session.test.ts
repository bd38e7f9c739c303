import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { adminGet } from '#admin/api/admin-api.ts';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { userQuery } from '#client/user-query.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { watchSession } from './watch-session.ts';

let app: TestApp;
let draft: { id: number };
let cookie: string;
let asked: string[];
let queryClient: QueryClient;
let stopWatching: () => void;

beforeAll(async () => {
  app = await buildApp();
  const entry = { category: 'General', answer: 'Nothing yet.', isPublished: true };
  await app.asEditor('POST', '/api/faq', { ...entry, question: 'Is it public?', slug: 'public' });
  const hidden = { ...entry, question: 'Is it a draft?', slug: 'draft', isPublished: false };
  draft = (await app.asEditor('POST', '/api/faq', hidden)).body;
});
afterAll(() => app.close());

beforeEach(() => {
  cookie = app.cookie;
  asked = [];
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    asked.push(address);
    return app.api.request(address, { ...init, headers: { cookie } });
  });
  queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  stopWatching = watchSession(queryClient);
});
afterEach(() => {
  stopWatching();
  queryClient.clear();
  focusManager.setFocused(undefined);
  vi.unstubAllGlobals();
});

const user = () => queryClient.getQueryData(userQuery.queryKey);
const listQuery = adminListQuery('/api/faq');
const readList = async () =>
  (await queryClient.fetchQuery({ ...listQuery, staleTime: 0 })).items.map(({ slug }) => slug);

it('P24.05 A14.06 takes a 401 for nobody, even where somebody was signed in before', async () => {
  expect(await queryClient.fetchQuery(userQuery)).toMatchObject({ email: 'editor@example.com' });
  cookie = '';
  await queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
  expect(queryClient.getQueryState(userQuery.queryKey)).toMatchObject({
    status: 'success',
    data: null,
  });
});

it('P24.06 takes the user as read for five minutes', async () => {
  await queryClient.fetchQuery(userQuery);
  const read = Date.now();
  const now = vi.spyOn(Date, 'now');
  now.mockReturnValue(read + 4 * 60_000);
  await queryClient.fetchQuery(userQuery);
  expect(asked).toEqual(['/api/auth/user']);
  now.mockReturnValue(read + 6 * 60_000);
  await queryClient.fetchQuery(userQuery);
  expect(asked).toEqual(['/api/auth/user', '/api/auth/user']);
  now.mockRestore();
});

it('A14.16 shows nothing in place of what an anonymous visitor may read, and notices the end of the session', async () => {
  await queryClient.fetchQuery(userQuery);
  expect((await readList()).sort()).toEqual(['draft', 'public']);
  cookie = '';
  expect(await readList()).toEqual([]);
  await expect.poll(user).toBeNull();
});

it('reads no item as an anonymous visitor either, and takes no draft for deleted', async () => {
  for (const key of ['public', 'draft']) {
    cookie = app.cookie;
    await queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
    cookie = '';
    const reading = adminGet('/api/{name}/{key}', { name: 'faq', key });
    await expect(reading).rejects.toThrow('401: Unauthorized');
    await expect.poll(user).toBeNull();
  }
  cookie = app.cookie;
  const missing = adminGet('/api/{name}/{key}', { name: 'faq', key: 'none' });
  await expect(missing).rejects.toThrow(/^404: /);
});

it('reads everything again when somebody comes back who has signed in elsewhere', async () => {
  await queryClient.fetchQuery(userQuery);
  const list = new QueryObserver(queryClient, listQuery);
  const stop = list.subscribe(() => {});
  await expect.poll(() => list.getCurrentResult().data?.total).toBe(2);
  cookie = '';
  expect(await readList()).toEqual([]);
  await expect.poll(user).toBeNull();

  cookie = app.cookie;
  focusManager.setFocused(true);
  await expect.poll(() => list.getCurrentResult().data?.total).toBe(2);
  expect(user()).toMatchObject({ email: 'editor@example.com' });
  stop();
});

it('takes a call that is answered as to somebody for the return of the session', async () => {
  queryClient.setQueryData(userQuery.queryKey, null);
  await adminGet('/api/{name}/{key}', { name: 'faq', key: draft.id });
  await expect.poll(user).toMatchObject({ email: 'editor@example.com' });
});

it('asks nobody while responses and panel agree', async () => {
  await queryClient.fetchQuery(userQuery);
  await readList();
  focusManager.setFocused(true);
  expect(asked.filter((address) => address === '/api/auth/user')).toHaveLength(1);
});
