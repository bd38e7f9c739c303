import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { codeOf, isDiskFull } from '#platform/causes.server.ts';
import { asUnavailable } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import { workFor } from '#platform/for-person.server.ts';
import { memoByKey } from '#platform/memo.ts';
import { bearerOf, type Origin, ROLE_HEADER, type Viewer } from '#platform/viewer.ts';
import { createVisitorQueue, type VisitorQueue } from '#platform/visitors.server.ts';
import { Api, type Env, SIGN_IN } from './endpoint.server.ts';

type Document = ReturnType<typeof openApiDocument>;

const STYLE = `
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1d2733; background: #fbf8f3 }
  h1, h2 { font-family: Georgia, serif; font-weight: 600 } h2 { margin-top: 3rem; border-top: 1px solid #d8cfc0; padding-top: 1rem }
  details { border-bottom: 1px solid #e6dfd2 } summary { padding: .5rem 0; cursor: pointer }
  code, pre { font-family: ui-monospace, monospace; font-size: .875rem } pre { overflow-x: auto; background: #f2ece1; padding: 1rem }
  .method { display: inline-block; width: 4.5rem; font-weight: 600; text-transform: uppercase } .note { color: #5c6670 }
  @media (prefers-color-scheme: dark) { body { color: #ece6da; background: #14181d } pre { background: #1e242b } h2 { border-color: #39424c } details { border-color: #2b333c } .note { color: #a5adb5 } }`;

interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  'x-role'?: string;
  responses?: Record<string, { description?: string }>;
}

const section = (method: string, path: string, operation: Operation) => {
  const { responses = {}, operationId = '', summary = '' } = operation;
  const role = operation['x-role'];
  const statuses = Object.entries(responses)
    .map(
      ([status, { description = '' }]) =>
        `<li><code>${status}</code> ${escapeHtml(description)}</li>`,
    )
    .join('');
  return `<details><summary><code><span class="method">${method}</span>${escapeHtml(path)}</code> ${escapeHtml(summary)}${
    role ? ` <span class="note">(${role})</span>` : ''
  }</summary><p class="note">In generated clients: <code>${escapeHtml(operationId)}</code></p><ul>${statuses}</ul><pre>${escapeHtml(JSON.stringify(operation, null, 2))}</pre></details>`;
};

/** The OpenAPI document as a page that reads without scripts. */
export const apiReference = (document: Document): string => {
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
      const tag = operation.tags?.[0] ?? 'Other';
      groups.set(tag, [...(groups.get(tag) ?? []), section(method, path, operation)]);
    }
  }
  const body = [...groups]
    .map(([tag, rows]) => {
      const about = document.tags?.find(({ name }) => name === tag)?.description ?? '';
      return `<section><h2>${escapeHtml(tag)}</h2><p>${escapeHtml(about)}</p>${rows.join('')}</section>`;
    })
    .join('');
  const title = escapeHtml(document.info.title);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${escapeHtml(document.info.description ?? '')}</p><p>OpenAPI 3.1: <a href="/api/openapi.json">/api/openapi.json</a></p>${body}</main></body></html>`;
};

const ADDRESS_LIMIT = 8192;

/** Signing in has a queue of its own, so that a crowd of readers keeps no editor out. */
const SIGN_IN_PLACES = { running: 8, perKind: 4, waiting: 200, waitMs: 4000 };

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

const TOLD_EVERY_MS = 1000;

/** How many were refused for each reason since that was told last. */
const refusedOf = memoByKey((_log: Logger) => new Map<string, number>());

/** Failures that the API has told of: whoever asked it for a page or a shared read does not tell of them again. */
const told = new WeakSet<object>();

/** A crowd meets the same reason at once: the first request is named, and a second later how many more there were. */
export const noteRefusal = (log: Logger, failure: AppError, requestId: string) => {
  if (told.has(failure)) return;
  const { message: reason } = failure;
  const refused = refusedOf(log);
  const count = refused.get(reason);
  refused.set(reason, count === undefined ? 0 : count + 1);
  if (count !== undefined) return;
  log.warn({ requestId, reason }, 'request refused');
  const sumUp = () => {
    const others = refused.get(reason);
    refused.delete(reason);
    if (others) log.warn({ reason, count: others }, 'more requests were refused');
  };
  setTimeout(sumUp, TOLD_EVERY_MS).unref();
};

/** Every failure of ours has its story in the log; a crowd that is sent away for one reason has one for all. */
export const noteFailure = (log: Logger, error: unknown, requestId: string) => {
  if (isCutOff(error)) return;
  if (!(error instanceof AppError)) log.error({ err: error, requestId }, 'request failed');
  else if (error.code === 'unavailable' && !error.cause) noteRefusal(log, error, requestId);
  else if (error.status >= 500 && !told.has(error))
    log.warn({ ...logFieldsOf(error), requestId }, 'request failed');
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
    c.set('viewer', viewer && { ...viewer, origin: options.originOf(c) });
    if (viewer) c.header(ROLE_HEADER, viewer.role);
    const isQueued = viewer === null && !isHealth;
    const queue = SIGN_IN.test(c.req.path) ? signInQueue : options.visitorQueue;
    c.set('inTurn', (work) => {
      if (isQueued) return queue(c.req.path, work);
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
    noteFailure(options.log, error, requestId);
    const failure = asUnavailable(error);
    if (failure) {
      told.add(failure);
      c.env?.onUnavailable?.(failure);
    }
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
