import { expect, it } from 'vitest';
import { Api, endpoint } from './endpoint.server.ts';

const TAG = { name: 'Things', description: 'Made up for this test.' };

const mount = (api: Api, path: string, method: 'get' | 'put' = 'get') =>
  endpoint(api, {
    method,
    id: `${method} ${path}`,
    path,
    tag: TAG,
    summary: 'A thing',
    access: 'public',
    handle: ({ c }) => c.text(path),
  });

it('ISSUE 46 a call whose path an earlier one takes is refused when it is mounted', () => {
  const api = new Api();
  mount(api, '/api/things/first');
  mount(api, '/api/things/{id}');
  mount(api, '/api/things/{id}/parts');
  mount(api, '/api/things/{id}', 'put');
  expect(() => mount(api, '/api/things/latest')).toThrow(
    'Mount /api/things/latest before /api/things/{id}, which takes it',
  );
});
