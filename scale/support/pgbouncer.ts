import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPort, readDeployed } from './postgres.ts';

interface Pooled {
  /** A server, of which the named database is reached, or each by its own name. */
  databaseUrl: string;
  isForAll?: boolean;
  mode?: 'session' | 'transaction';
}

const PASSWORD = 'a word for the pooler';
const LINE = /^family_office_software = host=\S+ port=\S+ dbname=\S+ (.*)$/m;

/** PgBouncer from deploy/pgbouncer.ini, but for its port, its list of users and where the database is; it never runs as root. */
export const startPgBouncer = async ({ databaseUrl, isForAll, mode = 'transaction' }: Pooled) => {
  const folder = await mkdtemp(join(tmpdir(), 'fos-pooler-'));
  await chmod(folder, 0o755);
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')];
  const { hostname, port: databasePort, pathname } = new URL(databaseUrl);
  const deployed = await readDeployed('pgbouncer.ini');
  const name = pathname.slice(1);
  const place = `host=${decodeURIComponent(hostname)} port=${databasePort || 5432}`;
  const rest = LINE.exec(deployed)?.[1] ?? '';
  const port = await findPort();
  const own = [
    `listen_port = ${port}`,
    `auth_file = ${users}`,
    ...(mode === 'session' ? ['pool_mode = session', 'default_pool_size = 60'] : []),
    '[databases]',
    isForAll ? `* = ${place} ${rest}` : `${name} = ${place} dbname=${name} ${rest}`,
  ];
  await writeFile(settings, [deployed, ...own, ''].join('\n'));
  await writeFile(users, `"postgres" "${PASSWORD}"\n`);
  const isRoot = process.getuid?.() === 0;
  const child = spawn(process.env.PGBOUNCER_PATH ?? 'pgbouncer', [settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += String(chunk);
  });
  while (!said.includes('process up')) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended:\n${said}`);
    await sleep(20);
  }
  const base = `postgresql://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`;
  return {
    urlOf: (database: string) => `${base}/${database}?sslmode=disable`,
    url: `${base}/${name}?sslmode=disable`,
    said: () => said,
    async close() {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGKILL')) await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
