import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import * as z from 'zod';
import { originKey, originOf } from '#modules/auth/client-address.server.ts';
import { createTokenCheck } from '#modules/tokens/tokens.routes.server.ts';
import { asUnavailable, type Connection } from '#platform/db/database.server.ts';
import { createLimiters } from '#platform/db/limiter.server.ts';
import { databaseAway } from '#platform/errors.ts';
import { apiReference, createApi, openApiDocument } from '#platform/http/api.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { createVisitorQueue } from '#platform/visitors.server.ts';
import { type App, mountCalls } from './calls.server.ts';

/** A load balancer gives up on a check soon: no word within this time is word enough. */
const LIMIT_MS = 1500;

/** No row is touched; a database that takes no changes refuses it all the same. */
const PROBE = 'update app_meta set key = key where false';

/** Asks whether the database answers and takes changes; checks at one time share one statement. */
const createReadiness = (pool: pg.Pool) => {
  let inFlight: Promise<unknown> | undefined;
  const giveUp = async () => {
    await sleep(LIMIT_MS, undefined, { ref: false });
    throw new Error(`No answer within ${LIMIT_MS} ms`);
  };
  return async (): Promise<void> => {
    inFlight ??= pool.query(PROBE).finally(() => {
      inFlight = undefined;
    });
    try {
      await Promise.race([inFlight, giveUp()]);
    } catch (cause) {
      throw asUnavailable(cause) ?? databaseAway(cause);
    }
  };
};

const REFERENCE = { name: 'Reference', description: 'The API, described by itself.' };

const mountHealth = (api: Api, connection: Connection) => {
  const checkReadiness = createReadiness(connection.probePool ?? connection.pool);
  const base = {
    method: 'get',
    tag: { name: 'Health', description: 'Whether the server works, for whoever watches it.' },
    access: 'public',
    response: z.object({ ok: z.literal(true) }).meta({ id: 'Health' }),
  } as const;
  endpoint(api, {
    ...base,
    id: 'getHealth',
    path: '/healthz',
    summary: 'The process lives',
    handle: () => ({ ok: true }),
  });
  endpoint(api, {
    ...base,
    id: 'getReadiness',
    path: '/readyz',
    summary: 'The database answers and takes changes, and its tables are there',
    failures: { 503: 'Not ready' },
    handle: async () => {
      await checkReadiness();
      return { ok: true } as const;
    },
  });
};

/** The whole API of one process: content, modules, health, and its own description. Pages stand in the same queue. */
export const createApp = (
  { connection, ...given }: Omit<App, 'connection' | 'makeLimiter'> & { connection: Connection },
  visitorQueue = createVisitorQueue(undefined, originKey),
) => {
  const { db, pool } = connection;
  // Only `db` notes what is read and asks in the right line.
  const parts: App = { ...given, connection: { db }, makeLimiter: createLimiters(pool) };
  const { settings, log } = parts;
  const api = createApi({
    log,
    siteUrl: settings.SITE_URL,
    types: parts.content.registry.map(({ name }) => name),
    authenticate: createTokenCheck(parts),
    originOf: (c) => originOf(c, settings.TRUST_PROXY),
    visitorQueue,
  });
  mountHealth(api, connection);
  settings.site.whileMounting(() => mountCalls(api, parts));
  // Made when it is first asked for, and again when the site has another name: by then every call is there, and it takes a quarter of a second.
  const forName = <V>(make: (name: string) => V) => {
    let made: { name: string; value: V } | undefined;
    return () => {
      const name = settings.site.siteName;
      if (made?.name !== name) made = { name, value: make(name) };
      return made.value;
    };
  };
  const readDocument = forName((name) => openApiDocument(api, name, settings.SITE_URL));
  const readReference = forName(() => apiReference(readDocument()));
  endpoint(api, {
    method: 'get',
    id: 'getOpenApiDocument',
    path: '/api/openapi.json',
    tag: REFERENCE,
    summary: 'This document',
    access: 'public',
    cacheable: true,
    response: z.looseObject({ openapi: z.string() }),
    handle: () => ({ ...readDocument() }),
  });
  endpoint(api, {
    method: 'get',
    id: 'getApiReference',
    path: '/api/docs',
    tag: REFERENCE,
    mediaType: 'text/html',
    summary: 'This document, to read',
    access: 'public',
    cacheable: true,
    handle: ({ c }) => c.html(readReference()),
  });
  return { api, parts };
};
