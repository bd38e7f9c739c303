import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { startNode } from '#app/boot/node.server.ts';
import { loadRenderer } from '#app/boot/renderer.server.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import { hashPassword } from '#modules/auth/password.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { cloneDatabase, type TestOptions } from './build-app.ts';
import { watchPage } from './failed-pages.ts';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Nothing but our own server is ever asked for. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

export const EDITOR = { email: 'editor@example.com', password: 'correct horse battery staple' };

const freePort = async (): Promise<number> => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return port;
};

export interface ServerOptions extends TestOptions {
  /** Settings that need the site's address first, such as those of a sign-in provider. */
  settingsFor?: (url: string) => Record<string, string> | Promise<Record<string, string>>;
}

/** The whole product on a port of its own: the built site, a real database, real sign-in. */
export const startServer = async (options: ServerOptions = { data: 'starter' }) => {
  const database = await cloneDatabase(options.data);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const settings = readSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    PORT: String(port),
    SITE_URL: url,
    ...options.settings,
    ...(await options.settingsFor?.(url)),
  });
  const node = await startNode({
    settings,
    databaseUrl: database.url,
    log: pino({ level: 'silent' }),
    renderer: await loadRenderer(),
  });
  const connection = connect(database.url, { max: 2 });
  await connection.db
    .insert(users)
    .values({
      email: EDITOR.email,
      firstName: 'Edith',
      role: 'owner',
      passwordHash: await hashPassword(EDITOR.password),
      authProvider: 'password',
    })
    .onConflictDoNothing();
  const close = async () => {
    await node.close();
    await connection.close();
    await database.drop();
  };
  return { url, db: connection.db, databaseUrl: database.url, settings, close };
};

let browser: Promise<Browser> | undefined;

/** One for all files of this process, and it ends with it; every page has a profile of its own. */
const sharedBrowser = () => {
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: ARGS });
  return browser;
};

export const startBrowserSite = async (options: ServerOptions = { data: 'starter' }) => {
  const server = await startServer(options);
  const shared = await sharedBrowser();
  const profiles = new Set<BrowserContext>();

  /** A page of its own profile; `problems` collects console errors and failed scripts. */
  const newPage = async (context: Parameters<Browser['newContext']>[0] = {}) => {
    const profile = await shared.newContext({
      baseURL: server.url,
      reducedMotion: 'reduce',
      ...context,
    });
    profiles.add(profile);
    profile.once('close', () => profiles.delete(profile));
    const page = await profile.newPage();
    // Far longer than anything takes, so that a busy machine fails nothing.
    page.setDefaultTimeout(60_000);
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    watchPage(page, problems);
    return Object.assign(page, { problems });
  };

  const signIn = async (page: Page) => {
    const response = await page.context().request.post(`${server.url}/api/auth/login`, {
      data: EDITOR,
      headers: { origin: server.url },
    });
    if (!response.ok())
      throw new Error(`Sign-in failed: ${response.status()} ${await response.text()}`);
  };

  const close = async () => {
    await Promise.all([...profiles].map((profile) => profile.close()));
    await server.close();
  };

  return { ...server, newPage, signIn, close };
};

export type BrowserSite = Awaited<ReturnType<typeof startBrowserSite>>;
