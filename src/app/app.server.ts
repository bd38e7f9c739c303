import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { originOf } from '#modules/auth/client-address.server.ts';
import { databaseAway } from '#platform/errors.ts';
import { createApi, openApiDocument } from '#platform/http/api.server.ts';
import { apiReference } from '#platform/http/api-reference.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { once } from '#platform/memo.ts';
import { createVisitorQueue } from '#platform/visitors.server.ts';

const REFERENCE = { name: 'Reference', description: 'The API, described by itself.' };

const mountHealth = (api: Api, { connection }: AppParts) => {
  const base = {
    method: 'get',
    tag: { name: 'Health', description: 'Whether the server works, for whoever watches it.' },
    access: 'public',
    cacheable: false,
    response: z.object({ ok: z.literal(true) }).meta({ id: 'Health' }),
  } as const;
  endpoint(
    api,
    { ...base, id: 'getHealth', path: '/healthz', summary: 'The process lives' },
    () => ({
      ok: true,
    }),
  );
  endpoint(
    api,
    {
      ...base,
      id: 'getReadiness',
      path: '/readyz',
      summary: 'The database answers and its tables are there',
      failures: { 503: 'Not ready' },
    },
    async () => {
      try {
        await connection.db.execute(sql`select 1 from app_meta limit 1`);
      } catch (cause) {
        throw databaseAway(cause);
      }
      return { ok: true } as const;
    },
  );
};

/** The whole API of one process: content, modules, health, and its own description. Pages stand in the same queue. */
export const createApp = (parts: AppParts, visitorQueue = createVisitorQueue()) => {
  const { settings, log, content } = parts;
  const api = createApi({
    log,
    siteUrl: settings.SITE_URL,
    siteName: settings.SITE_NAME,
    authenticate: parts.authenticate,
    originOf: (c) => originOf(c, settings.TRUST_PROXY),
    visitorQueue,
  });
  mountHealth(api, parts);
  parts.mountModules(api, parts);
  content.mount(api);
  // Made when it is first asked for: by then every call is there, and it takes a quarter of a second.
  const readDocument = once(() => openApiDocument(api, settings.SITE_NAME, settings.SITE_URL));
  const readReference = once(() => apiReference(readDocument()));
  endpoint(
    api,
    {
      method: 'get',
      id: 'getOpenApiDocument',
      path: '/api/openapi.json',
      tag: REFERENCE,
      summary: 'This document',
      access: 'public',
      response: z.looseObject({ openapi: z.string() }),
    },
    () => ({ ...readDocument() }),
  );
  endpoint(
    api,
    {
      method: 'get',
      id: 'getApiReference',
      path: '/api/docs',
      tag: REFERENCE,
      mediaType: 'text/html',
      summary: 'This document, to read',
      access: 'public',
    },
    ({ c }) => c.html(readReference()),
  );
  return { api };
};
