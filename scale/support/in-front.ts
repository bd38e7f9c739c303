import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '../../faults/support/product.ts';

/** System packages are in places that are not in everybody's path. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

export const isHere = (program: 'nginx' | 'pgbouncer'): boolean =>
  spawnSync(program, ['-V'], { env: { PATH } }).error === undefined;

const isRoot = process.getuid?.() === 0;

const running: ChildProcess[] = [];

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

/** Runs a program of the system in the foreground, until the tests end it. */
const start = async (program: string, args: readonly string[], port: number): Promise<void> => {
  const child = spawn(program, args, { env: { PATH }, stdio: ['ignore', 'ignore', 'pipe'] });
  running.push(child);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += String(chunk);
  });
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (await answers(port)) return;
    if (child.exitCode !== null) break;
    await sleep(50);
  }
  throw new Error(`${program} did not start:\n${said}`);
};

/** nginx as a package brings it, with its cache and without a setting of ours: it obeys what responses say. */
export const startNginx = async (ports: readonly number[]): Promise<number> => {
  const folder = await makeFolder();
  const port = await freePort();
  const servers = ports.map((one) => `server 127.0.0.1:${one};`).join(' ');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const config = `
    daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr error;
    events { worker_connections 256; }
    http {
      access_log off; ${temporary}
      proxy_cache_path ${folder}/cache keys_zone=site:1m max_size=100m use_temp_path=off;
      upstream site { ${servers} }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://site;
          proxy_set_header Host $host;
          proxy_cache site;
          proxy_cache_use_stale updating;
          proxy_cache_background_update on;
          proxy_cache_bypass $http_cookie $http_authorization;
          proxy_no_cache $http_cookie $http_authorization;
          add_header X-Proxy $upstream_cache_status always;
        }
      }
    }`;
  await writeFile(join(folder, 'nginx.conf'), config);
  await start('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], port);
  return port;
};

/** Fewer connections than two processes open, so that transactions of both really take turns on them. */
const POOL_SIZE = 10;

/** PgBouncer in transaction mode, as docs/OPERATIONS.md has it; the address of the database behind it. */
export const startPgBouncer = async (databaseUrl: string): Promise<string> => {
  const { hostname, port: databasePort, pathname, username, password } = new URL(databaseUrl);
  const folder = await makeFolder();
  const port = await freePort();
  const secret = password ? ` password=${decodeURIComponent(password)}` : '';
  const config = `
[databases]
site = host=${decodeURIComponent(hostname)} port=${databasePort || 5432} dbname=${pathname.slice(1)} user=${username}${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
server_reset_query_always = 1
default_pool_size = ${POOL_SIZE}
ignore_startup_parameters = extra_float_digits
`;
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, config);
  await chmod(file, 0o644);
  await start('pgbouncer', [...(isRoot ? ['-u', 'nobody'] : []), file], port);
  return `postgresql://site@127.0.0.1:${port}/site?sslmode=disable`;
};

export const endAll = async (): Promise<void> => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
};
