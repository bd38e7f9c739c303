import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { inject } from 'vitest';
import { createApp } from '#app/app.server.ts';
import { jobTypesOf } from '#app/jobs/job-types.server.ts';
import { siteList } from '#app/sites.ts';
import { createContent } from '#content/content.server.ts';
import { registry as fullRegistry } from '#content/index.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { Collection } from '#kit/collection.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import { createAuthenticator } from '#modules/auth/authenticate.server.ts';
import { openSession, sessionCookieName } from '#modules/auth/sessions.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { readSettings, type Settings } from '#platform/env.server.ts';
import { createWorker } from '#platform/jobs/worker.server.ts';
import type { Role } from '#platform/roles.ts';
import { beginVersion } from '#platform/version/site-version.server.ts';
import { createDatabase, dropDatabase } from './db/databases.ts';

export interface TestOptions {
  /** `starter` works on a copy of the filled database, `empty` on a bare one. */
  data?: 'empty' | 'starter';
  settings?: Record<string, string>;
  registry?: readonly Collection[];
  mostSearched?: number;
  /** In place of a clone: a database with tables of this release. */
  database?: { url: string; drop(): Promise<void> };
  /** The pages, for calls that read them. */
  pages?: AppParts['pages'];
}

/** A database of its own for a test file: a clone, gone when the test closes it. */
export const cloneDatabase = async (data: 'empty' | 'starter' = 'empty') => {
  const serverUrl = inject('serverUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = data === 'starter' ? 'template_starter' : 'template_empty';
  const url = await createDatabase({ url: serverUrl, name, template });
  return { url, drop: () => dropDatabase({ url: serverUrl, name }) };
};

/** The real application on a real database, spoken to through its front door. */
export const buildApp = async (options: TestOptions = {}) => {
  const database = options.database ?? (await cloneDatabase(options.data));
  const connection = connect(database.url, { max: 5 });
  beginVersion();
  const settings: Settings = readSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    ...options.settings,
  });
  const content = createContent(
    { registry: options.registry ?? fullRegistry, sites: siteList },
    connection.db,
    {
      imageHosts: settings.IMAGE_HOSTS,
      siteUrl: settings.SITE_URL,
      allowHosts: settings.FETCH_ALLOW_HOSTS,
      mostSearched: options.mostSearched,
    },
  );
  const log = pino({ level: 'silent' });
  const authenticate = createAuthenticator(connection.db, settings.SITE_URL, {
    idleHours: settings.SESSION_IDLE_HOURS,
    allowList: settings.ADMIN_EMAILS,
  });
  const { pages } = options;
  const { api, parts } = createApp({ settings, connection, content, log, authenticate, pages });

  const signIn = async (email = `editor-${randomUUID()}@example.com`, role: Role = 'owner') => {
    const [user] = await connection.db
      .insert(users)
      .values({ email, firstName: 'Edith', role })
      .onConflictDoUpdate({ target: users.email, set: { firstName: 'Edith', role } })
      .returning();
    const { token } = await openSession(connection.db, user?.id ?? 0);
    return `${sessionCookieName(settings.SITE_URL)}=${token}`;
  };

  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await api.request(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  };

  const cookie = await signIn('editor@example.com');
  const asEditor = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => call(method, path, body, { cookie, ...headers });

  const close = async () => {
    content.searchIndex.stop();
    await connection.close();
    await database.drop();
  };

  /** Does the background jobs that are due, and those of no pattern that are due by `until`. */
  const runJobs = async (until?: Date | string, more: Partial<Settings> = {}) => {
    if (until !== undefined) {
      const time = new Date(until).toISOString();
      await connection.pool.query(
        `update jobs set run_at = now() - ($1::timestamptz - run_at) where done_at is null and run_at <= $1::timestamptz and data->>'pattern' is null`,
        [time],
      );
    }
    const types = jobTypesOf({ ...parts, settings: { ...settings, ...more } });
    const worker = createWorker({ db: connection.db, log, types });
    await worker.runDue();
  };

  return {
    api,
    call,
    runJobs,
    asEditor,
    signIn,
    cookie,
    db: connection.db,
    connection,
    makeLimiter: parts.makeLimiter,
    content,
    settings,
    databaseUrl: database.url,
    close,
  };
};

export type TestApp = Awaited<ReturnType<typeof buildApp>>;
