import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { codeOf, isDiskFull } from '#platform/causes.server.ts';
import { asUnavailable } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import { workFor } from '#platform/for-person.server.ts';
import { plainPage } from '#platform/plain-page.ts';
import { bearerOf, type Origin, ROLE_HEADER, type Viewer } from '#platform/viewer.ts';
import { createVisitorQueue, type VisitorQueue } from '#platform/visitors.server.ts';
import { Api, type Env, SIGN_IN } from './endpoint.server.ts';

type Document = ReturnType<typeof openApiDocument>;

interface Operation {
  operationId?: string;
  summary?: string;
  'x-role'?: string;
}

/** What the OpenAPI document holds, call by call, as a page that reads without scripts. */
export const apiReference = ({ info, paths = {} }: Document): string => {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => {
      const { operationId = '', summary = '', 'x-role': role = 'public' } = operation;
      const name = `${method.toUpperCase()} ${path}`;
      return `<dt><code>${escapeHtml(name)}</code></dt><dd>${escapeHtml(summary)} <small>${escapeHtml(operationId)}, ${escapeHtml(role)}</small></dd>`;
    }),
  );
  const about = `<p>${escapeHtml(info.description ?? '')}</p><p>Parameters, bodies and responses: <a href="/api/openapi.json">OpenAPI 3.1</a></p>`;
  return plainPage({ title: info.title, body: `${about}<dl>${calls.join('')}</dl>` });
};

const ADDRESS_LIMIT = 8192;

/** Signing in has a queue of its own, so that a crowd of readers keeps no editor out. */
const SIGN_IN_PLACES = { running: 4, waiting: 200, waitMs: 4000 };

export interface ApiOptions {
  log: Logger;
  siteUrl: string;
  /** The names of the content types. */
  types: readonly string[];
  authenticate(request: Request): Promise<Viewer>;
  originOf(c: Context<Env>): Origin;
  /** Where anonymous visitors wait for their turn. */
  visitorQueue: VisitorQueue;
}

/** Probes and scrapes get a response even when the queue is full. */
const HEALTH = new Set(['/healthz', '/readyz', '/metrics']);

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

/** Our own words and those of the first cause: what a service sends along may repeat a key. */
const logFieldsOf = ({ status, message, cause }: AppError) => ({
  status,
  reason: message,
  ...(cause instanceof Error ? { cause: cause.message } : {}),
});

/** Node's word for a client that went away before its request was whole: no failure of ours. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && codeOf(error) === 'ECONNRESET';

/** Every failure of ours has its story in the log. */
export const noteFailure = (log: Logger, error: unknown, requestId: string) => {
  if (isCutOff(error)) return;
  if (!(error instanceof AppError)) log.error({ err: error, requestId }, 'request failed');
  else if (error.status >= 500) log.warn({ ...logFieldsOf(error), requestId }, 'request failed');
};

export const toProblem = (error: unknown, requestId: string) => {
  const failure = asUnavailable(error) ?? error;
  if (failure instanceof AppError) {
    const { status, message, fields, extra, headers } = failure;
    return {
      status,
      headers,
      body: { message, requestId, ...(fields ? { fields } : {}), ...extra },
    };
  }
  if (isDiskFull(error)) {
    const message =
      'The disk of the server is full. Nothing was saved; please tell whoever runs it.';
    return { status: 507, headers: undefined, body: { message, requestId } };
  }
  const message = 'Something went wrong on our side. Please try again.';
  return { status: 500, headers: undefined, body: { message, requestId } };
};

/** The empty API: request ids, limits, who is asking, and one place that makes JSON of errors. */
export const createApi = (options: ApiOptions): Api => {
  const api = new Api({ strict: true });
  api.types = options.types;
  const signInQueue = createVisitorQueue(SIGN_IN_PLACES);
  api.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description: 'Set by signing in; on https its name is __Host-session',
  });
  api.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token that an owner made for a program: with a role, for some or all content types, until its end',
  });

  api.use(async (c, next) => {
    c.set('requestId', c.env?.requestId ?? randomUUID());
    c.header('X-Request-Id', c.get('requestId'));
    c.header('Cache-Control', 'private, no-store');
    if (c.req.url.length > ADDRESS_LIMIT) {
      throw new AppError('invalid', 'The address of this request is too long');
    }
    const changesState =
      !['GET', 'HEAD', 'OPTIONS'].includes(c.req.method) || c.req.path === '/api/logout';
    // No browser adds a token by itself, and the cookie that comes with one does not count.
    const isProgram = bearerOf(c.req.header('authorization')) !== undefined;
    if (changesState && !isProgram && isCrossSite(c.req.raw, options.siteUrl)) {
      throw new AppError('forbidden', 'Requests from other sites are refused');
    }
    const isHealth = HEALTH.has(c.req.path);
    const viewer = isHealth ? null : (c.env?.viewer ?? (await options.authenticate(c.req.raw)));
    const origin = options.originOf(c);
    c.set('viewer', viewer && { ...viewer, origin });
    if (viewer) c.header(ROLE_HEADER, viewer.role);
    const isQueued = viewer === null && !isHealth;
    const queue = SIGN_IN.test(c.req.path) ? signInQueue : options.visitorQueue;
    c.set('inTurn', (work) => {
      if (isQueued) return queue(origin.address, work);
      if (!viewer) return work();
      return workFor({ person: viewer.id, signal: () => c.req.raw.signal }, work);
    });
    // A body that trickles in must not hold a place: what may have one waits in its endpoint, when it has been read.
    await (changesState ? next() : c.get('inTurn')(next));
    if (viewer?.token) c.header('Cache-Control', 'private, no-store');
  });

  api.notFound((c) =>
    c.json({ message: 'No such call', requestId: c.get('requestId') ?? randomUUID() }, 404),
  );
  api.onError((error, c) => {
    const requestId = c.get('requestId') ?? randomUUID();
    const failure = asUnavailable(error);
    // Who asked for a page tells of it once, whichever of its calls failed.
    if (failure && c.env?.onUnavailable) c.env.onUnavailable(failure);
    else noteFailure(options.log, error, requestId);
    const { status, headers, body } = toProblem(error, requestId);
    for (const [name, value] of Object.entries(headers ?? {})) c.header(name, value);
    return c.json(body, status as ContentfulStatusCode);
  });
  return api;
};

const DESCRIPTION = `Reads of published content need no sign-in. Writes, drafts and the panel's own calls need the cookie that
signing in sets. A program sends a token that an owner made, after the word Bearer in the header Authorization: it may call
what is public, what belongs to the content types of the token, and nothing about people, tokens, webhooks, settings,
accounts or sessions. A token that is wrong, ended or revoked is 401 wherever it is sent, and one that calls too often 429.
Every failure is a Problem: a message for a person, the id of the request, and the problem of each field.
Lists name their whole length in X-Total-Count. What was made for somebody who is signed in names their role in X-Role.`;

/** The address of the server is relative, so that the document is right wherever it is read. */
export const openApiDocument = (api: Api, siteName: string, siteUrl: string) =>
  api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: `${siteName} API`,
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'Terms of Service', url: `${siteUrl}/terms-of-service` },
    },
    servers: [{ url: '/' }],
    tags: [...api.tags].map(([name, description]) => ({ name, description })),
  });
