import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Collection } from '#kit/collection.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Connection } from './db/database.server.ts';
import type { Settings } from './env.server.ts';
import { AppError } from './errors.ts';
import { createApi, openApiDocument } from './http/api.server.ts';
import { apiReference } from './http/api-reference.server.ts';
import { type Api, endpoint } from './http/endpoint.server.ts';

/** What the platform needs to know of the content: it never names a type. */
export interface ContentSource {
  registry: readonly Collection[];
  partsOf(name: string): CollectionParts;
  mount(api: Api): void;
}

export interface AppParts {
  settings: Settings;
  connection: Connection;
  content: ContentSource;
  log: Logger;
  /** Sign-in, uploads, generators: what is not a content type. */
  mountModules(api: Api, parts: AppParts): void;
  authenticate(request: Request): Promise<Viewer>;
}

const mountHealth = (api: Api, { connection }: AppParts) => {
  const base = {
    method: 'get',
    tag: 'Health',
    access: 'public',
    answer: z.object({ ok: z.literal(true) }),
  } as const;
  endpoint(api, { ...base, path: '/healthz', summary: 'The process lives' }, () => ({ ok: true }));
  endpoint(
    api,
    {
      ...base,
      path: '/readyz',
      summary: 'The database answers and its tables are there',
      failures: { 503: 'Not ready' },
    },
    async () => {
      try {
        await connection.db.execute(sql`select 1 from app_meta limit 1`);
      } catch (cause) {
        throw new AppError('unavailable', 'The database does not answer', {
          cause,
          headers: { 'Retry-After': '5' },
        });
      }
      return { ok: true };
    },
  );
};

/** The whole API of one process: content, modules, health, and its own description. */
export const createApp = (parts: AppParts) => {
  const { settings, log, content } = parts;
  const api = createApi({
    log,
    siteUrl: settings.SITE_URL,
    siteName: settings.SITE_NAME,
    authenticate: parts.authenticate,
  });
  mountHealth(api, parts);
  parts.mountModules(api, parts);
  content.mount(api);
  endpoint(
    api,
    {
      method: 'get',
      path: '/api/openapi.json',
      tag: 'Reference',
      summary: 'This document',
      access: 'public',
      answer: z.looseObject({}),
    },
    () => openApiDocument(api, settings.SITE_NAME, settings.SITE_URL),
  );
  endpoint(
    api,
    {
      method: 'get',
      path: '/api/docs',
      tag: 'Reference',
      summary: 'This document, to read',
      access: 'public',
    },
    ({ c }) => c.html(apiReference(openApiDocument(api, settings.SITE_NAME, settings.SITE_URL))),
  );
  return { api };
};
