import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { inject } from 'vitest';
import { createApp } from '#app/app.server.ts';
import { siteList } from '#app/sites.ts';
import { createContent } from '#content/content.server.ts';
import { registry as fullRegistry } from '#content/index.ts';
import type { Collection } from '#kit/collection.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import { createAuthenticator } from '#modules/auth/authenticate.server.ts';
import { openSession, sessionCookieName } from '#modules/auth/sessions.server.ts';
import { connect } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { readSettings } from '#platform/env.server.ts';
import type { Role } from '#platform/roles.ts';
import { createDatabase, dropDatabase } from './db/databases.ts';

export interface TestOptions {
  /** `starter` works on a copy of the filled database, `empty` on a bare one. */
  data?: 'empty' | 'starter';
  settings?: Record<string, string>;
  registry?: readonly Collection[];
}

/** A database of its own for a test file: a clone, gone when the test closes it. */
export const cloneDatabase = async (data: 'empty' | 'starter' = 'empty') => {
  const serverUrl = inject('serverUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = data === 'starter' ? 'template_starter' : 'template_empty';
  const url = await createDatabase({ url: serverUrl, name, template });
  const pooler = inject('poolerUrl');
  const pooledUrl = pooler ? new URL(`/${name}${new URL(pooler).search}`, pooler).href : url;
  return { url, pooledUrl, drop: () => dropDatabase({ url: serverUrl, name }) };
};

/** The real application on a real database, spoken to through its front door. */
export const buildApp = async (options: TestOptions = {}) => {
  const database = await cloneDatabase(options.data);
  const connection = connect(database.pooledUrl, { max: 5, directUrl: database.url });
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
    },
  );
  const log = pino({ level: 'silent' });
  const authenticate = createAuthenticator(connection.db, settings.SITE_URL, {
    idleHours: settings.SESSION_IDLE_HOURS,
    allowList: settings.ADMIN_EMAILS,
  });
  const { api, parts } = createApp({ settings, connection, content, log, authenticate });

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
    await connection.close();
    await database.drop();
  };

  return {
    api,
    call,
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
