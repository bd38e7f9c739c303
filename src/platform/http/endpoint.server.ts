import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { TrieRouter } from 'hono/router/trie-router';
import * as z from 'zod';
import { AppError, unauthorized } from '#platform/errors.ts';
import { parseAs } from '#platform/problems.ts';
import { type Access, forbidden, hasRole } from '#platform/roles.ts';
import { type Caller, type Viewer, viewerOf } from '#platform/viewer.ts';
import { type EndpointSpec, type HttpMethod, toOperation } from './operation.server.ts';
import { keyOf, versionOf } from './params.ts';
import { isStorable } from './storable.ts';

export const SIGN_IN = /^\/api\/(auth\/|login|logout)/;

/** '/api/faq/12' and '/api/revisions/faq/12' are calls on a content type. */
const typeOf = (path: string): string => /^\/api\/(?:revisions\/)?([^/]+)/.exec(path)?.[1] ?? '';

/** Whether a program may make a call with its token: public reads, calls on one content type, and few others. */
const isForTokens = (spec: EndpointSpec, types: readonly string[]): boolean => {
  if (spec.tokens !== undefined) return spec.tokens;
  if (spec.access === 'public') return spec.method === 'get' && !SIGN_IN.test(spec.path);
  const type = typeOf(spec.path);
  return type === '{collection}' || types.includes(type);
};

interface Asked {
  spec: EndpointSpec;
  path: string;
  types: readonly string[];
}

const admitToken = (viewer: Viewer, { spec, path, types }: Asked): Viewer => {
  if (!viewer?.token) return viewer;
  if (!isForTokens(spec, types)) {
    throw new AppError('forbidden', 'A token may not do this. Somebody has to sign in for it.');
  }
  const type = typeOf(path);
  // A public call on other types responds as to an anonymous visitor, so that their drafts stay out of it.
  if (spec.access === 'public') return viewerOf(viewer, type);
  if (!types.includes(type) || viewerOf(viewer, type)) return viewer;
  throw new AppError('forbidden', `This token is not for ${type}. It is for other content types.`);
};

/** Sign-in is public, and an address with a password is short. Of an anonymous visitor more is read only where a call says so. */
export const SIGN_IN_BODY = 4096;
const USUAL_BODY = 1_048_576;

const limitTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError('too-large', 'The request is too large');
    },
  });

/** A body of unknown length is held in memory until it is whole, so it is read after the access check. */
const createBodyLimit = (maxBody = USUAL_BODY, maxAnonymous = SIGN_IN_BODY) => {
  const forAnonymous = limitTo(Math.min(maxBody, maxAnonymous));
  const forSignedIn = limitTo(maxBody);
  return async (c: Context, viewer: Viewer, respond: () => Promise<Response>) => {
    const limit = viewer ? forSignedIn : forAnonymous;
    await limit(c, async () => {
      c.res = await respond();
    });
    return c.res;
  };
};

const decoder = new TextDecoder('utf-8', { fatal: true });

const parseJson = (bytes: ArrayBuffer): unknown => {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw new AppError('invalid', 'The body is not valid JSON');
  }
};

const requireType = (c: Context, wanted: string) => {
  const [type = ''] = (c.req.header('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() === wanted) return;
  throw new AppError('unsupported-type', `Send the body as ${wanted}`);
};

const readJson = async (c: Context): Promise<unknown> => {
  requireType(c, 'application/json');
  return parseJson(await c.req.arrayBuffer());
};

const UNSTORABLE = {
  address: 'The address holds characters that no text has',
  body: 'The body nests too deeply, has too many values, or holds characters that no text has',
};

export interface Env {
  Variables: {
    viewer: Viewer;
    requestId: string;
    address: string;
    /** Waits for the caller's turn: an anonymous visitor's is in the queue. */
    inTurn<T>(work: () => Promise<T>): Promise<T>;
  };
  /** Given by callers of the API inside the process. */
  Bindings: {
    /** Set where the caller has looked it up for this very request. */
    viewer?: Viewer;
    requestId?: string;
    onUnavailable?(failure: AppError): void;
  };
}

/** In place of a method: the path of a call, whichever it is. */
const ANY = 'ANY';

export class Api extends OpenAPIHono<Env> {
  readonly tags = new Map<string, string>();
  /** The names of the content types, which tokens may be limited to. */
  types: readonly string[] = [];
  readonly #calls = new TrieRouter<EndpointSpec>();

  #find(method: string, path: string): EndpointSpec | undefined {
    return this.#calls.match(method, path)[0][0]?.[0];
  }

  /** Notes a call and returns its path as the router writes it. The first of several that have a path is reached alone. */
  note(spec: EndpointSpec): string {
    const path = spec.path.replace(/\{(\w+)\}/g, ':$1');
    const method = spec.method.toUpperCase();
    const earlier = this.#find(method, path);
    if (earlier) throw new Error(`Mount ${spec.path} before ${earlier.path}, which takes it`);
    for (const name of [method, ANY]) this.#calls.add(name, path, spec);
    return path;
  }

  /** As the document writes it, such as /api/vendors/{id}. */
  routeOf(path: string): string | undefined {
    return this.#find(ANY, path)?.path;
  }

  isCall(path: string): boolean {
    return path === '/api' || path.startsWith('/api/') || this.routeOf(path) !== undefined;
  }

  /** The query parameters that a read declares which the page cache may keep for every anonymous visitor. */
  sharedParams(path: string): readonly string[] | undefined {
    const { access, cacheable, query } = this.#find('GET', path) ?? {};
    if (access !== 'public' || !cacheable) return undefined;
    return query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  }
}

/** Whom a call may have let in. */
type Admitted<A extends Access> = A extends 'public' ? Viewer : Caller;

interface Call<Q, P, B, A extends Access> {
  c: Context<Env>;
  query: Q;
  params: P;
  body: B;
  viewer: Admitted<A>;
  version: number | undefined;
  key: string | undefined;
}

/** JSON writes a date as the text that the document promises. */
type Sent<T> = string extends T
  ? T | Date
  : T extends object
    ? { [Key in keyof T]: Sent<T[Key]> }
    : T;

const DONE = { success: true } as const;

/** A handler of a call that answers only that it is done need not say so. */
// biome-ignore lint/suspicious/noConfusingVoidType: that is what such a handler returns
type Result<T> = T | Sent<T> | Response | (T extends typeof DONE ? void : never);

type Handler<
  Q extends z.ZodType,
  P extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  A extends Access,
> = (
  call: Call<z.output<Q>, z.output<P>, z.output<B>, A>,
) => Promise<Result<z.output<R>>> | Result<z.output<R>>;

export type Called<Spec extends EndpointSpec = EndpointSpec> = Pick<
  Spec,
  'method' | 'path' | 'query' | 'params' | 'body' | 'response'
>;

/** Failures of a write besides a newer version, for the document. */
export const WRITE_FAILURES = { 404: 'Not there', 409: 'Already used' } as const;

const admit = (viewer: Viewer, access: Access) => {
  if (access === 'public') return;
  if (!viewer) throw unauthorized();
  if (!hasRole(viewer, access)) throw forbidden(viewer.role, access);
};

const parse = <S extends z.ZodType>(
  part: keyof typeof UNSTORABLE,
  schema: S | undefined,
  input: unknown,
  label?: (key: string) => string,
): z.output<S> => {
  if (!schema) return undefined as z.output<S>;
  if (!isStorable(input)) throw new AppError('invalid', UNSTORABLE[part]);
  return parseAs(schema, input, label);
};

const queryOf = (c: Context<Env>) =>
  Object.fromEntries(
    Object.entries(c.req.queries()).map(([key, values]) => [
      key,
      values.length === 1 ? values[0] : values,
    ]),
  );

/** The only way to add a call: documents it, guards it, validates it, and sends JSON. Its result types the clients. */
export const endpoint = <
  Q extends z.ZodType = z.ZodUndefined,
  P extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodNever,
  const Method extends HttpMethod = HttpMethod,
  const Path extends string = string,
  const A extends Access = Access,
>(
  api: Api,
  {
    handle,
    ...spec
  }: EndpointSpec<Q, P, B, R, Method, Path> & { access: A; handle: Handler<Q, P, B, R, A> },
): Called<EndpointSpec<Q, P, B, R, Method, Path>> => {
  api.tags.set(spec.tag.name, spec.tag.description);
  api.openAPIRegistry.registerPath(toOperation(spec, isForTokens(spec, api.types)));
  const path = api.note(spec);
  const respond = async (c: Context<Env>, viewer: Viewer): Promise<Response> => {
    if (spec.bodyType) requireType(c, spec.bodyType);
    const call = {
      c,
      viewer: viewer as Admitted<A>,
      params: parse('address', spec.params, c.req.param()),
      query: parse('address', spec.query, queryOf(c)),
      body: parse('body', spec.body, spec.body && (await readJson(c)), spec.label),
      version: spec.isVersioned ? versionOf(c.req.header('if-match')) : undefined,
      key: spec.isIdempotent ? keyOf(c.req.header('idempotency-key')) : undefined,
    };
    const result = await c.get('inTurn')(async () => handle(call));
    if (result instanceof Response) return result;
    return c.json(result === undefined ? DONE : result, spec.status ?? 200);
  };
  const withLimitedBody = createBodyLimit(spec.maxBody, spec.maxAnonymousBody);
  api.on(spec.method.toUpperCase(), path, (c) => {
    const viewer = admitToken(c.get('viewer'), { spec, path: c.req.path, types: api.types });
    admit(viewer, spec.access);
    return withLimitedBody(c, viewer, () => respond(c, viewer));
  });
  return spec;
};
