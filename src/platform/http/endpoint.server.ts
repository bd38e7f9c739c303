import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type * as z from 'zod';
import { AppError, invalid, unauthorized } from '#platform/errors.ts';
import { problemsOf } from '#platform/problems.ts';
import { type Access, forbidden, hasRole } from '#platform/roles.ts';
import type { SharedReads } from '#platform/server/shared-reads.server.ts';
import { inSpan } from '#platform/traces/in-span.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { readJson, requireType } from './json-body.server.ts';
import { createBodyLimit } from './limit-body.server.ts';
import { type EndpointSpec, type HttpMethod, toOperation } from './operation.server.ts';
import { keyOf, versionOf } from './params.ts';
import { isStorable } from './storable.ts';
import { admitToken, isForTokens } from './token-access.ts';
import { refuseManyUnknown } from './unknown-fields.ts';

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
    /** The id of the request that this call is made for. */
    requestId?: string;
    onUnavailable?(reason: string): void;
    /** Anonymous reads that pages share, for a call that makes reads of its own. */
    sharedReads?: SharedReads | undefined;
  };
}

export class Api extends OpenAPIHono<Env> {
  /** Describes each group of calls. */
  readonly tags = new Map<string, string>();
  /** The names of the content types, which tokens may be limited to. */
  types: readonly string[] = [];
}

interface Call<Q, P, B> {
  c: Context<Env>;
  query: Q;
  params: P;
  body: B;
  viewer: Viewer;
  /** Of a versioned call: the version that the client has seen. */
  version: number | undefined;
  /** Of an idempotent call: the key that the client gave it. */
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

type Handler<Q extends z.ZodType, P extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = (
  call: Call<z.output<Q>, z.output<P>, z.output<B>>,
) => Promise<Result<z.output<R>>> | Result<z.output<R>>;

/** The parts of a call for clients. */
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
  schema: S | undefined,
  input: unknown,
  label?: (key: string) => string,
): z.output<S> => {
  if (!schema) return undefined as z.output<S>;
  refuseManyUnknown(schema, input);
  if (!isStorable(input))
    throw new AppError('invalid', 'The address holds characters that no text has');
  // `reportInput` tells a missing value from a wrong one in the messages.
  const result = schema.safeParse(input, { reportInput: true });
  if (!result.success) throw invalid(problemsOf(result.error, label));
  return result.data;
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
>(
  api: Api,
  spec: EndpointSpec<Q, P, B, R, Method, Path> & { handle?: Handler<Q, P, B, R> },
  handle = spec.handle,
): Called<EndpointSpec<Q, P, B, R, Method, Path>> => {
  if (!handle) throw new Error(`${spec.id} has no handler`);
  api.tags.set(spec.tag.name, spec.tag.description);
  api.openAPIRegistry.registerPath(toOperation(spec, isForTokens(spec, api.types)));
  const path = spec.path.replace(/\{(\w+)\}/g, ':$1');
  const respond = async (c: Context<Env>, viewer: Viewer): Promise<Response> => {
    if (spec.bodyType) requireType(c, spec.bodyType);
    const call = {
      c,
      viewer,
      params: parse(spec.params, c.req.param()),
      query: parse(spec.query, queryOf(c)),
      body: parse(spec.body, spec.body && (await readJson(c)), spec.label),
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
    return withLimitedBody(c, viewer, () =>
      inSpan(
        'part',
        () => ({ name: spec.id }),
        () => respond(c, viewer),
      ),
    );
  });
  return spec;
};
