import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { readIfThere, writeWhole } from './files.server.ts';

/** How the server is reached: what initdb and postgres are told, and the address that follows from it. */
export type Address = {
  initArgs: string[];
  settings: Record<string, string>;
  urlOf: (database: string) => string;
};

// Caller settings such as PGPORT or PGSSLMODE would fill every gap in the address, so it has none.
const PORT = 5432;

function socketAddress(sockets: string): Address {
  return {
    initArgs: ['--auth=trust'],
    settings: {
      listen_addresses: '',
      port: String(PORT),
      unix_socket_directories: `"${sockets.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
    },
    urlOf: (database) =>
      `postgresql://postgres@${encodeURIComponent(sockets)}:${PORT}/${database}?sslmode=disable`,
  };
}

async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  return String(typeof bound === 'object' && bound ? bound.port : PORT);
}

async function keep(path: string, make: () => Promise<string> | string): Promise<string> {
  const existing = await readIfThere(path);
  if (existing) return existing;
  const made = await make();
  await writeWhole(path, made);
  return made;
}

/** Windows has no such socket for PostgreSQL's clients: a port that only this machine reaches, and a password. */
async function loopbackAddress(dataDir: string): Promise<Address> {
  const port = await keep(join(dataDir, 'postgres-port'), findFreePort);
  const secret = join(dataDir, 'postgres-password');
  const password = await keep(secret, () => randomBytes(24).toString('hex'));
  return {
    initArgs: ['--auth=scram-sha-256', `--pwfile=${secret}`],
    settings: { listen_addresses: '127.0.0.1', port, unix_socket_directories: '' },
    urlOf: (database) =>
      `postgresql://postgres:${password}@127.0.0.1:${port}/${database}?sslmode=disable`,
  };
}

export async function findAddress(dataDir: string, sockets: string): Promise<Address> {
  return process.platform === 'win32' ? loopbackAddress(dataDir) : socketAddress(sockets);
}
