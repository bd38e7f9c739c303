import type { RouteConfig } from '@hono/zod-openapi';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import type { Access } from '#platform/roles.ts';
import { KEY } from './params.ts';

type Status = 400 | 401 | 403 | 404 | 406 | 409 | 412 | 413 | 415 | 422 | 429 | 502 | 503;
type Failure = string | { description: string; response: z.ZodType };

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

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
  /** How a call of its own kind is opened, such as by the token of metrics: the handler sees to it. */
  openedBy?: 'metrics';
  /** Whether programs may make this call with a token, where that does not follow from its path (`isForTokens`). */
  tokens?: boolean;
  /** A public GET that is the same for every anonymous visitor, and may be kept for all of them. */
  cacheable?: true;
  query?: Q;
  params?: P;
  body?: B;
  /** The fields of a multipart body, for the document; the handler reads them. */
  form?: z.ZodObject;
  /** The media type of a body that is not JSON; the handler reads it. */
  bodyType?: string;
  /** How many bytes a body may have: 1 MB unless told. */
  maxBody?: number;
  /** The same of an anonymous visitor: 4 kB unless told. */
  maxAnonymousBody?: number;
  label?: (key: string) => string;
  /** The handler's result. Without it the handler makes the whole response, of the media type below. */
  response?: R;
  mediaType?: string;
  status?: ContentfulStatusCode;
  headers?: z.ZodObject;
  /** Takes the version that the client has seen, in If-Match, and responds 412 when there is a newer one. */
  isVersioned?: boolean;
  /** Takes an Idempotency-Key: a retry with it makes nothing twice. */
  isIdempotent?: boolean;
  examples?: { body?: unknown; response?: unknown };
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

const idempotencyKey = z.object({
  'Idempotency-Key': z.string().optional().meta({
    description:
      'Of your own choice, for this one create: a retry within a day gets the first response again, with `Idempotency-Replayed: true`',
    pattern: KEY.source,
    example: '2f7e6a0c-6c1b-4a55-9b6c-0f3b7b0d7c11',
  }),
});

const replayed = z.object({ 'Idempotency-Replayed': z.literal('true').optional() });

const json = (schema: z.ZodType, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});

/** The reasons for which a call turns a known user away. */
const refusalOf = ({ method, access }: EndpointSpec): string => {
  const lesser = access === 'public' || access === 'viewer' ? [] : [`Needs the role ${access}`];
  return [...lesser, ...(method === 'get' ? [] : ['Asked for by another site'])].join('; ');
};

const failuresOf = (spec: EndpointSpec): Record<string, Failure> => ({
  400: 'Every problem of the request, by field',
  ...(spec.access === 'public' ? {} : { 401: 'Not signed in' }),
  ...(refusalOf(spec) ? { 403: refusalOf(spec) } : {}),
  ...(spec.isVersioned ? { 412: { description: 'Changed meanwhile', response: changed } } : {}),
  ...(spec.isIdempotent ? { 422: 'The Idempotency-Key was used for something else' } : {}),
  ...(spec.body || spec.bodyType
    ? { 413: 'The body is too large', 415: `The body is not ${spec.bodyType ?? 'JSON'}` }
    : {}),
  ...spec.failures,
  default: 'The server failed, or the database is away; `requestId` finds it in the log',
});

const page = { 'text/html': { schema: z.string() } };

/** A page may tell its failures as a page. */
const toResponse = (failure: Failure, mediaType: string | undefined) => {
  const { description, response } =
    typeof failure === 'string' ? { description: failure, response: problem } : failure;
  const { content } = json(response);
  return { description, content: mediaType === 'text/html' ? { ...content, ...page } : content };
};

const successOf = ({ response, mediaType, headers, isIdempotent, examples }: EndpointSpec) => ({
  description: response || mediaType ? 'Success' : 'Leads on to the address in Location',
  ...(response ? json(response, examples?.response) : {}),
  ...(mediaType ? { content: { [mediaType]: { schema: z.string() } } } : {}),
  ...(headers ? { headers } : {}),
  ...(isIdempotent ? { headers: replayed } : {}),
});

const bodyOf = ({ body, form, bodyType, examples }: EndpointSpec) => {
  if (form)
    return { body: { content: { 'multipart/form-data': { schema: form } }, required: true } };
  if (bodyType)
    return { body: { content: { [bodyType]: { schema: z.string() } }, required: true } };
  return body ? { body: { ...json(body, examples?.body), required: true } } : {};
};

const securityOf = (
  { access, openedBy }: EndpointSpec,
  takesTokens: boolean,
): NonNullable<RouteConfig['security']> => {
  if (openedBy) return [{ [openedBy]: [] }];
  return access === 'public' ? [] : [{ session: [] }, ...(takesTokens ? [{ token: [] }] : [])];
};

export const toOperation = (spec: EndpointSpec, takesTokens: boolean): RouteConfig => ({
  method: spec.method,
  path: spec.path,
  operationId: spec.id,
  tags: [spec.tag.name],
  summary: spec.summary,
  security: securityOf(spec, takesTokens),
  ...(spec.access === 'public' ? {} : { 'x-role': spec.access }),
  ...(spec.cacheable ? { 'x-cacheable': true } : {}),
  request: {
    ...(spec.params ? { params: spec.params as z.ZodObject } : {}),
    ...(spec.query ? { query: spec.query as z.ZodObject } : {}),
    ...(spec.isVersioned ? { headers: ifMatch } : {}),
    ...(spec.isIdempotent ? { headers: idempotencyKey } : {}),
    ...bodyOf(spec),
  },
  responses: {
    [spec.status ?? 200]: successOf(spec),
    ...Object.fromEntries(
      Object.entries(failuresOf(spec)).map(([status, failure]) => [
        status,
        toResponse(failure, spec.mediaType),
      ]),
    ),
  },
});
