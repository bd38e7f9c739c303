import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, lstat, mkdir, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT_HOME } from './binaries.server.ts';
import { EmbeddedPostgresError } from './fault.server.ts';
import { exists, readIfThere, writeWhole } from './files.server.ts';
import { canReach, chooseRunner, giveTo, type Runner } from './runner.server.ts';

/** How the server is reached: what initdb and postgres are told, and the address that follows from it. */
type Address = {
  initArgs: string[];
  settings: Record<string, string>;
  urlOf: (database: string) => string;
};

/** Where the server of a data folder has its cluster, under which account it runs, and the lock of the process that owns it. */
export type Place = {
  dataDir: string;
  cluster: string;
  sockets: string;
  lock: string;
  runner: Runner;
  address: Address;
};

const recordShape = z.object({ home: z.string() });

// The system allows 104 to 108 bytes for the path of a socket, its own name `.s.PGSQL.5432` among them.
const SOCKET_FOLDER_LIMIT = 85;
// Caller settings such as PGPORT or PGSSLMODE would fill every gap in the address, so it has none.
const PORT = 5432;

const clusterIn = (home: string) => join(home, 'postgres');
const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

async function readRecord(file: string): Promise<string | undefined> {
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  const { home } = recordShape.parse(JSON.parse(text));
  if (await exists(home)) return home;
  throw new EmbeddedPostgresError(
    `The database folder ${home} named in ${file} is gone; restore it, or delete that file to begin with an empty database.`,
  );
}

/** The folder of the cluster: the data folder, or, where PostgreSQL's account cannot reach that, another one that a file in it names. */
async function findHome(dataDir: string, log: (message: string) => void): Promise<string> {
  const record = join(dataDir, 'cluster-location.json');
  const recorded = await readRecord(record);
  if (recorded !== undefined) return recorded;
  const runner = await chooseRunner(clusterIn(dataDir));
  if (await canReach(runner, dataDir)) return dataDir;
  if (await exists(clusterIn(dataDir))) {
    throw new EmbeddedPostgresError(
      `PostgreSQL, which never runs as root, cannot reach its files in ${clusterIn(dataDir)}; open the folders above it with chmod o+x, or set DATABASE_URL.`,
    );
  }
  const home = join(ROOT_HOME, 'clusters', shortHash(dataDir));
  await mkdir(home, { recursive: true });
  for (const folder of [ROOT_HOME, join(ROOT_HOME, 'clusters'), home]) await chmod(folder, 0o755);
  // Last, so that a record without its home means a loss and not a kill.
  await writeWhole(record, `${JSON.stringify({ home })}\n`);
  log(`other accounts cannot reach ${dataDir}, so its database is in ${home}`);
  return home;
}

/** Only its owner may enter the folder of the socket, and that is the whole of the sign-in. */
async function makeSocketFolder(home: string, runner: Runner): Promise<string> {
  const near = join(home, 'run');
  const isShort = Buffer.byteLength(near) <= SOCKET_FOLDER_LIMIT;
  const folder = isShort || process.platform === 'win32' ? near : `/tmp/fos-${shortHash(home)}`;
  const uid = runner?.uid ?? process.getuid?.();
  await mkdir(folder, { mode: 0o700 }).catch(() => {});
  const found = await lstat(folder);
  // Root makes it and then hands it over.
  if (!found.isDirectory() || (uid !== undefined && ![uid, 0].includes(found.uid))) {
    throw new EmbeddedPostgresError(`${folder} belongs to another account; remove it.`);
  }
  await giveTo(runner, folder);
  await chmod(folder, 0o700);
  return folder;
}

const socketAddress = (sockets: string): Address => ({
  initArgs: ['--auth=trust'],
  settings: {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: `"${sockets.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  },
  urlOf: (database) =>
    `postgresql://postgres@${encodeURIComponent(sockets)}:${PORT}/${database}?sslmode=disable`,
});

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

/** The same for every process that asks, so that a command finds the server of the site. */
export async function findPlace(folder: string, log: (message: string) => void): Promise<Place> {
  const dataDir = await realpath(folder);
  const home = await findHome(dataDir, log);
  const cluster = clusterIn(home);
  const runner = await chooseRunner(cluster);
  const sockets = await makeSocketFolder(home, runner);
  const isWindows = process.platform === 'win32';
  const address = isWindows ? await loopbackAddress(dataDir) : socketAddress(sockets);
  return { dataDir, cluster, sockets, lock: join(home, 'postgres.lock'), runner, address };
}
