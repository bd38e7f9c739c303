import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import { AppError, invalid, unauthorized } from '#platform/errors.ts';
import { problemsOf } from '#platform/problems.ts';
import type { Viewer } from '#platform/viewer.ts';
import { readJson } from './json-body.server.ts';
import { isStorable } from './storable.ts';

export interface Env {
  Variables: { viewer: Viewer; requestId: string; address: string };
}

export type Api = OpenAPIHono<Env>;

type Method = 'get' | 'post' | 'put' | 'delete';

export interface EndpointSpec<Q extends z.ZodType, P extends z.ZodType, B extends z.ZodType> {
  method: Method;
  /** As OpenAPI writes it: /api/faq/{slug}. */
  path: string;
  tag: string;
  summary: string;
  /** `session` answers 401 to strangers; there is no third way in. */
  access: 'public' | 'session';
  query?: Q;
  params?: P;
  body?: B;
  /** How a field is called in messages. */
  label?: (key: string) => string;
  answer?: z.ZodType;
  status?: ContentfulStatusCode;
  /** Further statuses that the document names. */
  failures?: Partial<Record<400 | 403 | 404 | 409 | 412 | 413 | 415 | 429 | 502 | 503, string>>;
}

export interface Call<Q, P, B> {
  c: Context<Env>;
  query: Q;
  params: P;
  body: B;
  viewer: Viewer;
}

/** What a write of an item may run into, for the document. */
export const WRITE_FAILURES = {
  404: 'Not there',
  409: 'Already used',
  412: 'Changed meanwhile; carries `current`',
} as const;

export const problem = z
  .looseObject({
    message: z.string(),
    requestId: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'Problem' });

const parse = <S extends z.ZodType>(
  schema: S | undefined,
  input: unknown,
  label?: (key: string) => string,
): z.output<S> => {
  if (!schema) return undefined as z.output<S>;
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

const describe = (spec: EndpointSpec<z.ZodType, z.ZodType, z.ZodType>) => {
  const json = (schema: z.ZodType) => ({ content: { 'application/json': { schema } } });
  const failures = {
    ...(spec.access === 'session' ? { 401: 'Not signed in' } : {}),
    ...(spec.body || spec.query ? { 400: 'Every problem, by field' } : {}),
    ...spec.failures,
  };
  return {
    method: spec.method,
    path: spec.path,
    tags: [spec.tag],
    summary: spec.summary,
    security: spec.access === 'session' ? [{ session: [] }] : [],
    request: {
      ...(spec.params ? { params: spec.params as z.ZodObject } : {}),
      ...(spec.query ? { query: spec.query as z.ZodObject } : {}),
      ...(spec.body ? { body: json(spec.body) } : {}),
    },
    responses: {
      [spec.status ?? 200]: { description: 'Success', ...(spec.answer ? json(spec.answer) : {}) },
      ...Object.fromEntries(
        Object.entries(failures).map(([status, description]) => [
          status,
          { description, ...json(problem) },
        ]),
      ),
    },
  };
};

/** The only way to add a call: documents it, guards it, validates it, and answers JSON. */
export const endpoint = <
  Q extends z.ZodType = z.ZodUndefined,
  P extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
>(
  api: Api,
  spec: EndpointSpec<Q, P, B>,
  handle: (call: Call<z.output<Q>, z.output<P>, z.output<B>>) => Promise<unknown> | unknown,
) => {
  api.openAPIRegistry.registerPath(describe(spec));
  const path = spec.path.replace(/\{(\w+)\}/g, ':$1');
  api.on(spec.method.toUpperCase(), path, async (c) => {
    const viewer = c.get('viewer');
    if (spec.access === 'session' && !viewer) throw unauthorized();
    const result = await handle({
      c,
      viewer,
      params: parse(spec.params, c.req.param()),
      query: parse(spec.query, queryOf(c)),
      body: spec.body
        ? parse(spec.body, await readJson(c), spec.label)
        : (undefined as z.output<B>),
    });
    if (result instanceof Response) return result;
    return c.json(result ?? null, spec.status ?? 200);
  });
};
