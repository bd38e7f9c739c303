import type { RouteConfig } from '@hono/zod-openapi';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import type { Access } from '#platform/roles.ts';

type Status = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 429 | 502 | 503;
type Failure = string | { description: string; response: z.ZodType };

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A group of calls in the document. */
export interface Tag {
  name: string;
  description: string;
}

export interface EndpointSpec<
  Q extends z.ZodType = z.ZodType,
  P extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  Method extends HttpMethod = HttpMethod,
  Path extends string = string,
> {
  /** How generated clients call it: listVendors. */
  id: string;
  method: Method;
  /** As OpenAPI writes it: /api/faq/{id}. */
  path: Path;
  tag: Tag;
  summary: string;
  /** `public`, or the least role that may call it: anonymous visitors get 401, lesser roles 403. */
  access: Access;
  /** Whether a public GET may be cached for all anonymous visitors; `false` where each call has its own response. */
  cacheable?: boolean;
  query?: Q;
  params?: P;
  body?: B;
  /** The fields of a multipart body, for the document; the handler reads them. */
  form?: z.ZodObject;
  /** The media type of a body that is not JSON; the handler reads it. */
  bodyType?: string;
  /** How many bytes a body may have: 1 MB unless told. That of an anonymous visitor has 4 kB at most, whatever stands here. */
  maxBody?: number;
  /** How a field is called in messages. */
  label?: (key: string) => string;
  /** What the handler returns. Without it the handler makes the whole response, of the media type below. */
  response?: R;
  mediaType?: string;
  status?: ContentfulStatusCode;
  /** Headers of the response that a client may want. */
  headers?: z.ZodObject;
  /** Takes the version that the client has seen, in If-Match, and responds 412 when there is a newer one. */
  isVersioned?: boolean;
  examples?: { body?: unknown; response?: unknown };
  /** Further statuses that the call responds with. */
  failures?: Partial<Record<Status, Failure>>;
}

export const problem = z
  .looseObject({
    message: z.string(),
    requestId: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'Problem', description: 'What went wrong, in words for a person' });

const changed = problem
  .extend({ current: z.looseObject({ id: z.int(), version: z.int() }) })
  .meta({ id: 'Changed' });

const ifMatch = z.object({
  'If-Match': z.string().optional().meta({
    description: 'The version that the change is based on; without it the last write wins',
    example: '"v3"',
  }),
});

const json = (schema: z.ZodType, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});

/** Whom a call turns away though they are known. */
const refusalOf = ({ method, access }: EndpointSpec): string => {
  const lesser = access === 'public' || access === 'viewer' ? [] : [`Needs the role ${access}`];
  return [...lesser, ...(method === 'get' ? [] : ['Asked for by another site'])].join('; ');
};

const failuresOf = (spec: EndpointSpec): Record<string, Failure> => ({
  400: 'Every problem of the request, by field',
  ...(spec.access === 'public' ? {} : { 401: 'Not signed in' }),
  ...(refusalOf(spec) ? { 403: refusalOf(spec) } : {}),
  ...(spec.isVersioned ? { 412: { description: 'Changed meanwhile', response: changed } } : {}),
  ...(spec.body || spec.bodyType
    ? { 413: 'The body is too large', 415: `The body is not ${spec.bodyType ?? 'JSON'}` }
    : {}),
  ...spec.failures,
  default: 'The server failed, or the database is away; `requestId` finds it in the log',
});

const toResponse = (failure: Failure) =>
  typeof failure === 'string'
    ? { description: failure, ...json(problem) }
    : { description: failure.description, ...json(failure.response) };

const successOf = ({ response, mediaType, headers, examples }: EndpointSpec) => ({
  description: response || mediaType ? 'Success' : 'Leads on to the address in Location',
  ...(response ? json(response, examples?.response) : {}),
  ...(mediaType ? { content: { [mediaType]: { schema: z.string() } } } : {}),
  ...(headers ? { headers } : {}),
});

const bodyOf = ({ body, form, bodyType, examples }: EndpointSpec) => {
  if (form)
    return { body: { content: { 'multipart/form-data': { schema: form } }, required: true } };
  if (bodyType)
    return { body: { content: { [bodyType]: { schema: z.string() } }, required: true } };
  return body ? { body: { ...json(body, examples?.body), required: true } } : {};
};

/** A call as the OpenAPI document tells it. */
export const toOperation = (spec: EndpointSpec): RouteConfig => ({
  method: spec.method,
  path: spec.path,
  operationId: spec.id,
  tags: [spec.tag.name],
  summary: spec.summary,
  security: spec.access === 'public' ? [] : [{ session: [] }],
  ...(spec.access === 'public' ? {} : { 'x-role': spec.access }),
  ...(spec.cacheable === false ? { 'x-cacheable': false } : {}),
  request: {
    ...(spec.params ? { params: spec.params as z.ZodObject } : {}),
    ...(spec.query ? { query: spec.query as z.ZodObject } : {}),
    ...(spec.isVersioned ? { headers: ifMatch } : {}),
    ...bodyOf(spec),
  },
  responses: {
    [spec.status ?? 200]: successOf(spec),
    ...Object.fromEntries(
      Object.entries(failuresOf(spec)).map(([status, failure]) => [status, toResponse(failure)]),
    ),
  },
});
