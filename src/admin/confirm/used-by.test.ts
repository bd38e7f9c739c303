import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { readToast, toast } from '#ui/toast/toast-store.ts';
import { addRedirects } from './used-by.tsx';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

beforeEach(() => {
  toast({ description: 'Nothing said yet' });
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    const headers = new Headers(init?.headers);
    headers.set('cookie', app.cookie);
    return app.api.request(address, { ...init, headers });
  });
});
afterEach(() => vi.unstubAllGlobals());

const said = () => readToast()?.description;
const leadsTo = async (path: string) =>
  (await app.call('GET', `/api/redirect?path=${path}`)).body.toPath;

it('A3.11 leaves every redirect but those that are refused, and says which and why', async () => {
  await addRedirects(['/faq/one', '/faq/two', '/faq/three'], ' /faq/one ');
  expect(await Promise.all(['/faq/two', '/faq/three'].map(leadsTo))).toEqual([
    '/faq/one',
    '/faq/one',
  ]);
  expect(said()).toBe(
    '2 of 3 redirects added; not from /faq/one: This redirect would lead back to itself',
  );
});

it('A3.11 names a reason once where it holds for all of them', async () => {
  await addRedirects(['/faq/four', '/faq/five'], 'javascript:alert(1)');
  expect(said()).toBe(
    'Failed to create 2 redirects: Invalid input: use an http(s) address or a path of this site',
  );
  await addRedirects(['/faq/four'], '/faq/four');
  expect(said()).toBe('Failed to create the redirect: This redirect would lead back to itself');
  expect(await leadsTo('/faq/four')).toBeNull();
});

it('A3.11 says nothing of redirects that came about, nor without an address to lead to', async () => {
  await addRedirects(['/faq/six', '/faq/seven'], '/faq');
  await addRedirects(['/faq/eight'], ' ');
  expect(said()).toBe('Nothing said yet');
  expect(await Promise.all(['/faq/six', '/faq/eight'].map(leadsTo))).toEqual(['/faq', null]);
});
