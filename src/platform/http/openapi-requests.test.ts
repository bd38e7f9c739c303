import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiDocument,
  callsOf,
  type GeneratedRequest,
  type Operation,
} from '#testing/arbitrary-requests.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';

/** To each call, by anybody and by an owner; more of them, with another seed: API_REQUESTS=20 API_SEED=7. */
const REQUESTS = Number(process.env.API_REQUESTS ?? 1);
const SEED = Number(process.env.API_SEED ?? 12);

/** Calls that may end the sessions of the test itself, or stream until the client leaves. */
const LEFT_OUT = [
  'signOut',
  'endSession',
  'streamFetch',
  'streamRewrite',
  'uploadImage',
  'endOwnSession',
  'endUserSessions',
  'changeUser',
  'removeUser',
  'changePassword',
];

/** The only failures that are right here: what the call needs from outside is not set up. */
const NOT_SET_UP: Record<string, string> = {
  fetchFeeds: '503 without a feed',
  rewriteArticle: '503 without an AI service',
  searchImages: '503 without picture search',
  useImage: '503 without picture search',
};

let app: TestApp;
let document: ApiDocument;
let ajv: Ajv2020;
const validators = new Map<string, ValidateFunction>();

/** An object that says nothing of further keys has none. */
const closed = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const parts = Object.fromEntries(Object.entries(node).map(([key, part]) => [key, closed(part)]));
  const isOpen = parts.properties && parts.additionalProperties === undefined;
  return isOpen ? { ...parts, additionalProperties: false } : parts;
};

beforeAll(async () => {
  app = await buildApp({ data: 'starter' });
  document = (await app.call('GET', '/api/openapi.json')).body;
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'api', ...(closed({ components: document.components }) as object) });
});
afterAll(() => app.close());

const validatorOf = (schema: object): ValidateFunction => {
  const key = JSON.stringify(schema);
  const placed = () => JSON.parse(key.replaceAll('"#/components', '"api#/components'));
  const cached = validators.get(key) ?? ajv.compile(closed(placed()) as object);
  validators.set(key, cached);
  return cached;
};

const send = async ({ method, path, headers, body }: GeneratedRequest, cookie?: string) => {
  const sent = { ...headers, ...(cookie ? { cookie } : {}) };
  const response = await app.api.request(path, {
    method,
    headers: body === undefined ? sent : { ...sent, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  return { status: response.status, type, text: await response.text() };
};

/** The first fault of a response, by the document. */
const faultOf = async (request: GeneratedRequest, cookie?: string): Promise<string | null> => {
  const { status, type, text } = await send(request, cookie);
  const response = request.operation.responses[status];
  if (!response) return `${status} is not documented: ${text.slice(0, 300)}`;
  const { operationId } = request.operation;
  if (status >= 500 && !NOT_SET_UP[operationId]?.startsWith(String(status))) {
    return `${operationId} failed with ${status}: ${text.slice(0, 300)}`;
  }
  if (type === 'text/html' && response.content?.[type]) return null;
  const schema = response.content?.['application/json']?.schema;
  if (!schema) return type === 'application/json' ? `${status} has no schema` : null;
  const validate = validatorOf(schema);
  if (validate(JSON.parse(text))) return null;
  return `${status} breaks its schema: ${ajv.errorsText(validate.errors)}`;
};

/** Walks all calls; an anonymous visitor those open to him, since that the rest answers 401 is tested call by call. */
const tryEveryCall = async (cookie?: string) => {
  const calls = callsOf(document).filter(
    ({ operation: { operationId, security } }) =>
      !LEFT_OUT.includes(operationId) && (cookie !== undefined || security.length === 0),
  );
  const tried = new Set<string>();
  for (const [index, { requests }] of calls.entries()) {
    const property = fc.asyncProperty(requests, async (request) => {
      tried.add(request.operation.operationId);
      expect(await faultOf(request, cookie)).toBeNull();
    });
    await fc.assert(property, { numRuns: REQUESTS, seed: SEED + index });
  }
  return tried.size;
};

const countCalls = () => Object.values(document.paths).flatMap(Object.keys).length;

describe('any request that the document allows, and many that it does not', () => {
  it('gives an anonymous visitor no failure of the server, and no response that the document does not tell', async () => {
    expect(await tryEveryCall()).toBeGreaterThan(70);
  }, 600_000);

  // Which of them the other roles may call is in roles.test.ts; what they answer is the same.
  it('gives an owner no failure of the server, and no response that the document does not tell', async () => {
    const cookie = await app.signIn('owner@example.com', 'owner');
    expect(await tryEveryCall(cookie)).toBe(countCalls() - LEFT_OUT.length);
  }, 600_000);

  it('finds lists, cards and items of every type as the document tells them', async () => {
    const lists = Object.entries(document.paths).flatMap(([path, { get }]) => {
      const item = document.paths[`${path}/{id}`]?.get;
      return get?.operationId.startsWith('list') && item ? [{ path, list: get, item }] : [];
    });
    expect(lists.length).toBeGreaterThan(10);
    const ask = async (path: string, operation: Operation) => {
      const request = { method: 'GET', path, headers: {}, body: undefined, operation };
      for (const cookie of [undefined, app.cookie]) {
        expect([path, await faultOf(request, cookie)]).toEqual([path, null]);
      }
    };
    for (const { path, list, item } of lists) {
      await ask(`${path}?limit=50`, list);
      await ask(`${path}?limit=50&view=card`, list);
      const { body } = await app.asEditor('GET', `${path}?limit=5`);
      for (const { id } of body) await ask(`${path}/${id}`, item);
    }
  });
});
