import { randomUUID } from 'node:crypto';
import { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { isDatabaseAway } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Api, Env } from './endpoint.server.ts';

const BODY_LIMIT = 1_048_576;
const UPLOAD_LIMIT = 5_242_880;
const ADDRESS_LIMIT = 8192;

/** Only what the server itself makes is taken over as a request id. */
const REQUEST_ID = /^[\w-]{8,64}$/;

export interface ApiOptions {
  log: Logger;
  siteUrl: string;
  siteName: string;
  authenticate(request: Request): Promise<Viewer>;
}

const tooLarge = () => {
  throw new AppError('too-large', 'The request is too large');
};

/** A browser says where a request comes from; other clients say nothing and carry no cookies. */
const isCrossSite = (request: Request, siteUrl: string): boolean => {
  const site = request.headers.get('sec-fetch-site');
  if (site) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('origin');
  if (!origin) return false;
  if (origin === new URL(siteUrl).origin) return false;
  const host = request.headers.get('host');
  return !URL.canParse(origin) || new URL(origin).host !== host;
};

export const toProblem = (error: unknown, requestId: string, log: Logger) => {
  if (error instanceof AppError) {
    const { status, message, fields, extra, headers } = error;
    return {
      status,
      headers,
      body: { message, requestId, ...(fields ? { fields } : {}), ...extra },
    };
  }
  log.error({ err: error, requestId }, 'request failed');
  if (isDatabaseAway(error)) {
    const message = 'The database cannot be reached at the moment. Please try again shortly.';
    return { status: 503, headers: { 'Retry-After': '5' }, body: { message, requestId } };
  }
  const message = 'Something went wrong on our side. Please try again.';
  return { status: 500, headers: undefined, body: { message, requestId } };
};

/** The empty API: request ids, limits, who is asking, and one place that makes JSON of errors. */
export const createApi = (options: ApiOptions): Api => {
  const api = new OpenAPIHono<Env>({ strict: true });
  api.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
  });
  const limitBody = bodyLimit({ maxSize: BODY_LIMIT, onError: tooLarge });
  const limitUpload = bodyLimit({ maxSize: UPLOAD_LIMIT + 100_000, onError: tooLarge });

  api.use(async (c, next) => {
    const given = c.req.header('x-request-id-internal') ?? '';
    c.set('requestId', REQUEST_ID.test(given) ? given : randomUUID());
    c.header('X-Request-Id', c.get('requestId'));
    c.header('Cache-Control', 'private, no-store');
    if (c.req.url.length > ADDRESS_LIMIT) {
      throw new AppError('invalid', 'The address of this request is too long');
    }
    const changesState =
      !['GET', 'HEAD', 'OPTIONS'].includes(c.req.method) || c.req.path === '/api/logout';
    if (changesState && isCrossSite(c.req.raw, options.siteUrl)) {
      throw new AppError('forbidden', 'Requests from other sites are refused');
    }
    c.set('viewer', await options.authenticate(c.req.raw));
    await next();
  });
  api.use((c, next) => (c.req.path === '/api/uploads' ? limitUpload : limitBody)(c, next));

  api.notFound((c) =>
    c.json({ message: 'No such call', requestId: c.get('requestId') ?? randomUUID() }, 404),
  );
  api.onError((error, c) => {
    const { status, headers, body } = toProblem(
      error,
      c.get('requestId') ?? randomUUID(),
      options.log,
    );
    for (const [name, value] of Object.entries(headers ?? {})) c.header(name, value);
    return c.json(body, status as ContentfulStatusCode);
  });
  return api;
};

export const openApiDocument = (api: Api, siteName: string, siteUrl: string) =>
  api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: `${siteName} API`, version: '1.0.0' },
    servers: [{ url: siteUrl }],
  });
