import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedPostgresError, explainFault, explainOutput } from './embedded/fault.server.ts';
import { isAlive } from './embedded/postmaster.server.ts';
import { borrowEmbedded, type Embedded, startEmbedded } from './embedded-postgres.server.ts';

const MODULE = new URL('./embedded-postgres.server.ts', import.meta.url).href;
const children = new Set<ChildProcess>();
let base = '';

beforeAll(async () => {
  // mkdtemp makes it 0700, which is what a clone under a closed home looks like.
  base = await mkdtemp(join(tmpdir(), 'fos embedded '));
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const entry of await readdir(base, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeFolder(join(base, entry.name, 'data'));
  }
  await rm(base, { recursive: true, force: true });
});

async function makeFolder(name: string): Promise<string> {
  const folder = join(base, name, 'data');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

const homeOf = (folder: string): string => {
  const record = join(folder, 'cluster-location.json');
  return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).home : folder;
};
const pidFileOf = (folder: string) => join(homeOf(folder), 'postgres', 'postmaster.pid');
const pidOf = (folder: string) => Number(readFileSync(pidFileOf(folder), 'utf8').split('\n')[0]);

async function removeFolder(folder: string): Promise<void> {
  const home = homeOf(folder);
  await rm(home, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}

function start(dataDir: string, log: string[] = []): Promise<Embedded> {
  return startEmbedded({ dataDir, log: (line) => log.push(line) });
}

const borrow = (dataDir: string) => borrowEmbedded({ dataDir, log: () => {} });

/** A site in another Node process; it says one line when it is ready or cannot be, and stops when told. */
function startElsewhere(dataDir: string) {
  const script = `
    import { startEmbedded } from ${JSON.stringify(MODULE)};
    const log = [];
    const say = (reply) => console.log(JSON.stringify({ url: '', problem: '', log, ...reply }));
    const embedded = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: (line) => log.push(line) })
      .catch(({ message }) => { say({ problem: message }); process.exit(1); });
    say({ url: embedded.url });
    process.stdin.once('data', async () => { await embedded.stop(); process.exit(0); });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: new URL('.', import.meta.url),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.add(child);
  const ready = once(child.stdout, 'data').then(
    ([chunk]): { url: string; problem: string; log: string[] } => JSON.parse(String(chunk)),
  );
  const exited = once(child, 'exit');
  const stop = async () => {
    child.stdin.write('stop\n');
    await exited;
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  return { ready, stop, kill };
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', () => {
  it('PROMISE 16 starts in an empty 0700 folder with a space in its path, closed to other accounts, and stops', async () => {
    const folder = await makeFolder('first start');
    const embedded = await start(folder);
    const [row] = await query(
      embedded.url,
      `SELECT current_database() AS name, current_setting('fsync') AS fsync, current_setting('listen_addresses') AS tcp,
         current_setting('server_encoding') AS encoding, current_setting('timezone') AS zone, lower('ÄÉ') AS folded`,
    );
    expect(row).toEqual({
      name: 'family_office_software',
      fsync: 'on',
      tcp: '',
      encoding: 'UTF8',
      zone: 'UTC',
      folded: 'äé',
    });
    const sockets = decodeURIComponent(/@([^:]+):/.exec(embedded.url)?.[1] ?? '');
    expect(readdirSync(sockets)).toContain('.s.PGSQL.5432');
    expect(statSync(sockets).mode & 0o777).toBe(0o700);
    await embedded.stop();
    expect(existsSync(pidFileOf(folder))).toBe(false);
    await removeFolder(folder);
  });

  it('PROMISE 16 is used by commands while the site runs, and by one alone while it does not', async () => {
    const folder = await makeFolder('commands');
    const site = startElsewhere(folder);
    const { url } = await site.ready;
    await query(url, 'CREATE TABLE kept (n int)');
    const command = await borrow(folder);
    expect(command.url).toBe(url);
    await command.stop();
    expect(await query(url, 'SELECT n FROM kept')).toEqual([]);
    await site.stop();
    expect(existsSync(pidFileOf(folder))).toBe(false);

    const alone = await borrow(folder);
    expect(alone.url).toBe(url);
    expect(await query(url, 'SELECT n FROM kept')).toEqual([]);
    await alone.stop();
    expect(existsSync(pidFileOf(folder))).toBe(false);
    await removeFolder(folder);
  });

  it('PROMISE 16, 26 belongs to one of several starters; the others say so in one line', async () => {
    const folder = await makeFolder('race');
    const starters = [startElsewhere(folder), startElsewhere(folder), startElsewhere(folder)];
    const replies = await Promise.all(starters.map((starter) => starter.ready));
    const owners = replies.filter((reply) => reply.url !== '');
    expect(owners).toHaveLength(1);
    expect(owners[0]?.log.filter((line) => line.startsWith('made'))).toHaveLength(1);
    const line = `Another process works with the database in ${homeOf(folder)}/postgres; stop it first, or wait for its end.`;
    expect(replies.map((reply) => reply.problem).toSorted()).toEqual(['', line, line]);
    expect(await query(owners[0]?.url ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await starters[replies.findIndex((reply) => reply.url !== '')]?.stop();
    expect(existsSync(pidFileOf(folder))).toBe(false);
    await removeFolder(folder);
  });

  it('PROMISE 22 takes over at once from a site that stops', async () => {
    const folder = await makeFolder('handed over');
    const first = startElsewhere(folder);
    const { url } = await first.ready;
    const next = start(folder);
    await query(url, 'CREATE TABLE kept (n int)');
    await first.stop();
    expect(await query((await next).url, 'SELECT n FROM kept')).toEqual([]);
    await (await next).stop();
    await removeFolder(folder);
  });

  it('PROMISE 16 finishes a first start that was killed in the middle', async () => {
    const folder = await makeFolder('cut');
    const first = startElsewhere(folder);
    first.ready.catch(() => {});
    const hasDraft = () => readdirSync(homeOf(folder)).some((name) => name.includes('.draft-'));
    while (!hasDraft()) await sleep(5);
    await first.kill();
    const embedded = await start(folder);
    expect(await query(embedded.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await embedded.stop();
    await removeFolder(folder);
  });

  it('PROMISE 13 survives the death of Node, of the server, and of both', async () => {
    const folder = await makeFolder('killed');
    const first = startElsewhere(folder);
    const { url } = await first.ready;
    await query(url, 'CREATE TABLE kept (n int)');
    await query(url, 'INSERT INTO kept VALUES (1)');
    const orphan = pidOf(folder);
    await first.kill();
    expect(isAlive(orphan)).toBe(true);

    const second = startElsewhere(folder);
    expect((await second.ready).url).toBe(url);
    expect(pidOf(folder)).not.toBe(orphan);
    await query(url, 'INSERT INTO kept VALUES (2)');
    const pid = pidOf(folder);
    await second.kill();
    process.kill(pid, 'SIGKILL');

    const third = await start(folder);
    expect(third.url).toBe(url);
    expect(await query(url, 'SELECT n FROM kept ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
    process.kill(pidOf(folder), 'SIGKILL');
    const isBack = () =>
      query(url, 'SELECT n FROM kept').then(
        (rows) => rows.length,
        () => 0,
      );
    await expect.poll(isBack, { timeout: 5000 }).toBe(2);
    await third.stop();
    expect(existsSync(pidFileOf(folder))).toBe(false);

    // After a restart of the machine the number in the file may be that of any process: here, ours.
    await writeFile(pidFileOf(folder), `${process.pid}\n`);
    await (await start(folder)).stop();

    // A full disk or a power cut leaves that file empty.
    await writeFile(pidFileOf(folder), '');
    await (await start(folder)).stop();
    await removeFolder(folder);
  });

  it('PROMISE 13 a copy of the folder, where the database is elsewhere, never runs a second server on it', async () => {
    const folder = await makeFolder('original');
    const original = await start(folder);
    const copy = await makeFolder('copy of it');
    await writeFile(join(copy, 'cluster-location.json'), JSON.stringify({ home: homeOf(folder) }));
    const pid = pidOf(folder);
    const second = await borrow(copy);
    expect(second.url).toBe(original.url);
    await second.stop();
    expect([pidOf(folder), isAlive(pid)]).toEqual([pid, true]);
    await original.stop();
    await rm(copy, { recursive: true });
    await removeFolder(folder);
  });
});

describe('a fault of the embedded PostgreSQL', () => {
  it('PROMISE 26 names the folder that cannot be written, in one line', async () => {
    const file = join(base, 'a file');
    await writeFile(file, 'kept');
    const failure = await start(join(file, 'data')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EmbeddedPostgresError);
    expect(String(failure)).toContain(join(file, 'data'));
    expect(String(failure)).toContain('cannot be written');
    expect(String(failure)).not.toContain('\n');
    expect(await readFile(file, 'utf8')).toBe('kept');
  });

  it('PROMISE 26 says that the disk is full', () => {
    const output =
      'creating subdirectories ... ok\ninitdb: error: could not write file: No space left on device\n';
    expect(explainOutput(output, '/d').message).toMatch(/^The disk is full: .* \/d\.$/);
    const error = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
    expect(explainFault(error, '/d').message).toMatch(/^The disk is full/);
  });

  it('PROMISE 26 names the restore when the cluster is damaged', async () => {
    const folder = await makeFolder('damaged');
    await (await start(folder)).stop();
    await rm(join(homeOf(folder), 'postgres/global/pg_control'));
    const failure = await start(folder).catch((error: unknown) => error);
    expect(String(failure)).toMatch(/cannot be read .*npm run backup -- restore FILE$/);
    expect(String(failure)).not.toContain('\n');
    await removeFolder(folder);
  });

  it('PROMISE 26 names DATABASE_URL where PostgreSQL itself will not run', () => {
    const output = 'LOG:  starting\n2026 UTC [1] FATAL:  could not map memory\n';
    expect(explainOutput(output, '/d').message).toBe(
      'The embedded PostgreSQL cannot run here (could not map memory); set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  });
});
