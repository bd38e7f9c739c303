import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { cloneDatabase } from '#testing/build-app.ts';
import { openDatabaseProxy } from '#testing/database-proxy.ts';
import { ask } from '#testing/serve.ts';
import {
  cleanUp,
  makeFolder,
  runProgram,
  serverEnv,
  signIn,
  startServer,
} from '../faults/support/product.ts';
import { record } from './support/figures.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(cleanUp);

const findPort = async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const bound = probe.address();
  probe.close();
  return typeof bound === 'object' && bound ? bound.port : 0;
};

/** PgBouncer as its package comes, but for where it listens and which database it leads to; it never runs as root. */
const startPgBouncer = async (mode: 'session' | 'transaction') => {
  const database = await cloneDatabase('starter');
  const proxy = await openDatabaseProxy(database.url);
  closing.push(() => database.drop(), proxy.close);
  const folder = await makeFolder();
  await chmod(folder, 0o755);
  const port = await findPort();
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
site = host=127.0.0.1 port=${proxy.port} dbname=${new URL(database.url).pathname.slice(1)} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
  );
  const isRoot = process.getuid?.() === 0;
  const account = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(process.env.PGBOUNCER_PATH ?? 'pgbouncer', [settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...account,
  });
  closing.push(() => child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += String(chunk);
  });
  await expect.poll(() => said).toMatch(/process up/);
  return `postgres://postgres@127.0.0.1:${port}/site`;
};

it('PgBouncer in session mode, as its package comes: pages, saves and what other nodes hear', async () => {
  const place = async () => ({ DATABASE_URL: await url, DATA_DIR: await makeFolder() });
  const url = startPgBouncer('session');
  const [one, other] = [await startServer(await place()), await startServer(await place())];
  const cookie = await signIn(one.port);
  let requests = 0;
  let losses = 0;
  for (let round = 0; round < 20; round += 1) {
    const json = { description: `Written in round ${round}` };
    const saved = await ask(one.port, '/api/vendors/1', {
      method: 'PUT',
      json,
      headers: { cookie },
    });
    expect(saved.status).toBe(200);
    const { slug } = JSON.parse(saved.text);
    for (const { port } of [one, other]) {
      await expect
        .poll(async () => (await ask(port, `/api/vendors/${slug}`)).text)
        .toContain(json.description);
      const page = await ask(port, `/vendors?page=${round + 1}`);
      if (page.status >= 500) losses += 1;
      requests += 3;
    }
  }
  for (const server of [one, other]) {
    server.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  }
  record('PgBouncer in session mode', { requests, losses });
  expect(losses).toBe(0);
}, 300_000);

it('PgBouncer in transaction mode: the start ends with one line that says what it needs', async () => {
  const DATABASE_URL = await startPgBouncer('transaction');
  const env = serverEnv({ DATABASE_URL, DATA_DIR: await makeFolder() });
  const { code, said } = await runProgram(['src/app/main.server.ts'], env).ended;
  expect(code).toBe(1);
  expect(said.trim().split('\n')).toEqual([
    expect.stringMatching(
      /^Could not start: DATABASE_URL leads through a pooler in transaction mode/,
    ),
  ]);
}, 120_000);
