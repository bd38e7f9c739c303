import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';

interface Operation {
  operationId: string;
  summary?: string;
  tags?: string[];
  security?: unknown[];
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { description: string; content?: object }>;
}

interface Route {
  method: string;
  path: string;
  operation: Operation;
}

/** Calls that are no reads and yet open: to sign in, to report an error, and a protocol that only reads. */
const OPEN_WRITES = /^POST (\/api\/(auth\/|logout$|corrections$)|\/corrections\/new$|\/mcp$)/;

/** Lists are open to anybody, and their filters to signed-in people. */
const isFiltered = ({ parameters = [] }: Route['operation']) =>
  parameters.some(({ name }) => name === 'mine');

/** Open to anybody, and yet a 401 is among their responses. */
const REFUSING = ['POST /api/auth/login', 'POST /api/auth/passkey', 'GET /api/news'];

let app: TestApp;
let routes: Route[];
let documented: string[];

const toPath = (path: string) => path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}');
const fill = (path: string) => path.replace(/\{\w+\}/g, '1');

beforeAll(async () => {
  app = await buildApp({ data: 'starter' });
  const { body } = await app.call('GET', '/api/openapi.json');
  routes = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
  );
  documented = routes.map(({ method, path }) => `${method} ${path}`);
});
afterAll(() => app.close());

/** Every row of every table, as one number that any change would change. */
const fingerprint = async () => {
  const tables = await app.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const sums: string[] = [];
  for (const { name } of tables.rows) {
    if (name === 'sessions') continue;
    const { rows } = await app.db.execute<{ sum: string }>(
      sql`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${sql.identifier(name)} t`,
    );
    sums.push(`${name} ${rows[0]?.sum}`);
  }
  return sums;
};

describe('the API and its document', () => {
  it('PROMISE 1 documents exactly the routes that the router has', () => {
    const routed = app.api.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${toPath(path)}`);
    expect(new Set(routed)).toEqual(new Set(documented));
    expect(routed).toHaveLength(new Set(routed).size);
    expect(routed.length).toBeGreaterThan(100);
  });

  it('A14.04 is an OpenAPI 3.1 document', async () => {
    const { body, headers } = await app.call('GET', '/api/openapi.json');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body.openapi).toMatch(/^3\.1\./);
    expect(body.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    for (const { method, path, operation } of routes) {
      const name = `${method} ${path}`;
      expect([name, operation.summary, operation.tags]).toEqual([
        name,
        expect.any(String),
        [expect.any(String)],
      ]);
      const given = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key);
      expect([name, given.map((parameter) => parameter.name).sort()]).toEqual([
        name,
        wanted.sort(),
      ]);
      expect([name, given.every((parameter) => parameter.required)]).toEqual([name, true]);
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^([2345]\d\d|default)$/);
        expect(response.description).not.toBe('');
      }
    }
  });

  it('has one path for an item, and names every call as a client would', () => {
    const nameOf = (method: string, path: string) =>
      routes.find((route) => route.method === method && route.path === path)?.operation.operationId;
    expect(nameOf('GET', '/api/vendors')).toBe('listVendors');
    expect(nameOf('POST', '/api/vendors')).toBe('createVendor');
    expect(nameOf('GET', '/api/vendors/{id}')).toBe('getVendor');
    expect(nameOf('PUT', '/api/vendors/{id}')).toBe('updateVendor');
    expect(nameOf('DELETE', '/api/vendors/{id}')).toBe('deleteVendor');
    expect(nameOf('GET', '/api/revisions/buyers-guides/{id}')).toBe('listBuyersGuideRevisions');
    const names = routes.map(({ operation }) => operation.operationId);
    expect(names.filter((name) => !/^[a-z]+([A-Z][a-z]+)*$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('tells of every call who may call it, and how it fails', () => {
    for (const { method, path, operation } of routes) {
      const { security, responses, requestBody } = operation;
      const call = `${method} ${path}`;
      expect([call, Array.isArray(security)]).toEqual([call, true]);
      const failures = Object.keys(responses).filter((status) => !/^[23]/.test(status));
      expect([call, failures]).toEqual([call, expect.arrayContaining(['400', 'default'])]);
      expect([call, failures.includes('401')]).toEqual([
        call,
        (security?.length ?? 0) > 0 || REFUSING.includes(call) || isFiltered(operation),
      ]);
      if (method !== 'GET')
        expect([call, failures]).toContainEqual(expect.arrayContaining(['403']));
      if (requestBody)
        expect([call, failures]).toContainEqual(expect.arrayContaining(['413', '415']));
    }
  });

  it('describes every group of calls, and shows the main calls by example', async () => {
    const { body } = await app.call('GET', '/api/openapi.json');
    const described = body.tags.map(({ name }: { name: string }) => name);
    expect(new Set(described)).toEqual(new Set(routes.map(({ operation }) => operation.tags?.[0])));
    for (const path of ['/api/vendors', '/api/news', '/api/faq', '/api/glossary']) {
      const json = body.paths[path].post.requestBody.content['application/json'];
      expect([path, (await app.asEditor('POST', path, json.example)).status]).toEqual([path, 201]);
    }
    const signIn = body.paths['/api/auth/login'].post.requestBody.content['application/json'];
    expect(Object.keys(signIn.example)).toEqual(['email', 'password']);
  });

  it('resolves every reference inside the document', async () => {
    const { body } = await app.call('GET', '/api/openapi.json');
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(20);
    for (const [, path = ''] of references) {
      const found = path.split('/').reduce((node, key) => node?.[key], body);
      expect([path, typeof found]).toEqual([path, 'object']);
    }
  });

  it('reads as a page that names every call', async () => {
    const page = await app.api.request('/api/docs');
    const text = await page.text();
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    for (const { path, operation } of routes) {
      expect(text).toContain(path);
      expect(text).toContain(operation.operationId);
    }
  });

  it('PROMISE 1 answers 401 to an anonymous visitor on every write, and changes nothing', async () => {
    const before = await fingerprint();
    const writes = routes.filter(
      ({ method, path }) => method !== 'GET' && !OPEN_WRITES.test(`${method} ${path}`),
    );
    expect(writes.length).toBeGreaterThan(60);
    for (const { method, path, operation } of writes) {
      const response = await app.call(method, fill(path), operation.requestBody ? {} : undefined);
      const wanted = { message: 'Unauthorized', requestId: expect.any(String) };
      expect([method, path, response.status, response.body]).toEqual([method, path, 401, wanted]);
    }
    expect(await fingerprint()).toEqual(before);
  });

  it('PROMISE 1 says in the document which calls need a session, and holds to it', async () => {
    for (const { method, path, operation } of routes) {
      if (method !== 'GET') continue;
      const { status } = await app.api.request(fill(path));
      const needsSession = (operation.security ?? []).length > 0;
      expect([path, status === 401]).toEqual([path, needsSession]);
      expect([path, status < 500 || status === 503]).toEqual([path, true]);
    }
  });

  it('PROMISE 1 no other spelling of a path reaches a handler that the plain one would not', async () => {
    const before = await fingerprint();
    // Spellings are the router's: one call of each group and method stands for the others.
    const groups = Map.groupBy(
      routes.filter(({ operation }) => (operation.security ?? []).length > 0),
      ({ method, operation }) => `${method} ${operation.tags?.[0]}`,
    );
    expect(groups.size).toBeGreaterThan(30);
    for (const { method, path, operation } of [...groups.values()].flatMap(
      ([first]) => first ?? [],
    )) {
      const plain = fill(path);
      const spellings = [
        plain.toUpperCase(),
        plain.replace('/api', '/API'),
        plain.replace('/api/', '//api//'),
        plain.replace('/api/', '/api%2F'),
        plain.replace('/api/', '/api/./'),
        plain.replace('/api/', '/api/x/../'),
        plain.replace('/api/', '/x/%2e%2e/api/'),
        plain.replace('/api/', '/api;x=1/'),
        `${plain}/`,
        `${plain}.json`,
        `${plain}%00`,
        `${plain}%20`,
        `${plain};a`,
        `${plain}?_method=${method}`,
        `${plain}#x`,
        plain.replace('/api/', '/%61pi/'),
      ];
      for (const spelling of spellings) {
        const response = await app.call(method, spelling, operation.requestBody ? {} : undefined);
        expect([method, spelling, [400, 401, 404].includes(response.status)]).toEqual([
          method,
          spelling,
          true,
        ]);
      }
    }
    expect(await fingerprint()).toEqual(before);
  });

  it('PROMISE 1 no header turns a read into a write, or an anonymous visitor into an editor', async () => {
    const before = await fingerprint();
    const [vendor] = (await app.call('GET', '/api/vendors?limit=1')).body;
    const path = `/api/vendors/${vendor.id}`;
    const tricks: Record<string, string>[] = [
      { 'x-http-method-override': 'DELETE' },
      { 'x-http-method': 'DELETE' },
      { 'x-method-override': 'DELETE' },
      { 'x-original-url': path, 'x-rewrite-url': path },
      { 'x-forwarded-user': 'editor@example.com', 'x-forwarded-for': '127.0.0.1' },
      { cookie: 'session=; session=null' },
      { cookie: `session=${'a'.repeat(43)}` },
    ];
    for (const headers of tricks) {
      expect((await app.call('POST', path, {}, headers)).status).toBe(404);
      expect((await app.call('DELETE', path, undefined, headers)).status).toBe(401);
      expect((await app.call('GET', path, undefined, headers)).status).toBe(200);
      expect((await app.call('GET', '/api/trash', undefined, headers)).status).toBe(401);
    }
    // A token that is none is refused, and never taken for an anonymous visitor.
    const headers = { authorization: 'Bearer editor@example.com' };
    for (const [method, asked] of [
      ['POST', path],
      ['DELETE', path],
      ['GET', path],
      ['GET', '/api/trash'],
    ] as const) {
      const body = method === 'POST' ? {} : undefined;
      expect((await app.call(method, asked, body, headers)).status).toBe(401);
    }
    expect(await fingerprint()).toEqual(before);
  });

  it('P24.33 every error is JSON with a message and the request id of its header', async () => {
    const errors: [string, string, unknown?, Record<string, string>?][] = [
      ['GET', '/api/nothing'],
      ['PATCH', '/api/faq'],
      ['GET', '/api/faq/zzz'],
      ['GET', '/api/faq?limit=x'],
      ['POST', '/api/faq', {}],
      ['POST', '/api/faq', {}, { cookie: app.cookie }],
      ['POST', '/api/faq', {}, { cookie: app.cookie, 'content-type': 'text/plain' }],
      ['POST', '/api/faq', {}, { cookie: app.cookie, origin: 'https://elsewhere.example' }],
      ['GET', '/api/faq/zzz', undefined, { 'x-request-id-internal': 'forged-request-id' }],
    ];
    for (const [method, path, body, headers] of errors) {
      const response = await app.call(method, path, body, headers);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(response.body.message).toMatch(/\w/);
      expect(response.body.requestId).toMatch(/^[\w-]{8,64}$/);
      expect(response.body.requestId).not.toBe('forged-request-id');
      expect(response.headers.get('x-request-id')).toBe(response.body.requestId);
    }
  });
});
