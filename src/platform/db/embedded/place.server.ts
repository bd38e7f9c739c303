import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT_HOME } from './binaries.server.ts';
import { EmbeddedPostgresError } from './fault.server.ts';
import { exists, randomName, readIfThere, writeWhole } from './files.server.ts';
import { canReach, chooseRunner, giveTo, type Runner } from './runner.server.ts';

/** Where a cluster and its socket live, and the account that they belong to. */
export type Place = { cluster: string; sockets: string; runner: Runner };

const recordShape = z.object({ home: z.string() });
const ownerShape = z.object({ dataDir: z.string() });

// The system allows 104 to 108 bytes for the path of a socket, its own name `.s.PGSQL.5432` among them.
const SOCKET_FOLDER_LIMIT = 85;

const recordIn = (dataDir: string) => join(dataDir, 'cluster-location.json');
const ownerIn = (home: string) => join(home, 'owner.json');
const clusterIn = (home: string) => join(home, 'postgres');

async function readRecord(dataDir: string): Promise<string | undefined> {
  const text = await readIfThere(recordIn(dataDir));
  return text === undefined ? undefined : recordShape.parse(JSON.parse(text)).home;
}

async function claimHome(dataDir: string, home: string): Promise<void> {
  await writeWhole(ownerIn(home), `${JSON.stringify({ dataDir })}\n`);
}

/** The home comes first and the record last, so that a record without its home means a loss and not a kill. */
async function makeHome(dataDir: string): Promise<string> {
  const home = join(ROOT_HOME, 'clusters', randomName());
  await mkdir(home, { recursive: true });
  for (const folder of [ROOT_HOME, join(ROOT_HOME, 'clusters'), home]) await chmod(folder, 0o755);
  await claimHome(dataDir, home);
  await writeWhole(recordIn(dataDir), `${JSON.stringify({ home })}\n`);
  return home;
}

/** A folder that was moved keeps its database; a folder that was copied must never share one. */
async function confirmHome(dataDir: string, home: string, log: Log): Promise<string> {
  const text = await readIfThere(ownerIn(home));
  if (text === undefined) {
    throw new EmbeddedPostgresError(
      `The database folder ${home} named in ${recordIn(dataDir)} is gone; restore it, or delete that file to begin with an empty database.`,
    );
  }
  const owner = ownerShape.parse(JSON.parse(text)).dataDir;
  if (owner === dataDir) return home;
  const rival = await readRecord(owner).catch(() => undefined);
  if (rival !== home) {
    await claimHome(dataDir, home);
    return home;
  }
  log(`${dataDir} is a copy of ${owner}, whose database stays its own; this copy gets a new one`);
  return makeHome(dataDir);
}

type Log = (message: string) => void;

async function findHome(dataDir: string, log: Log): Promise<string> {
  const record = await readRecord(dataDir);
  if (record !== undefined) return confirmHome(dataDir, record, log);
  const runner = await chooseRunner(clusterIn(dataDir));
  if (await canReach(runner, dataDir)) return dataDir;
  if (await exists(clusterIn(dataDir))) {
    throw new EmbeddedPostgresError(
      `PostgreSQL, which never runs as root, cannot reach its files in ${clusterIn(dataDir)}; open the folders above it with chmod o+x, or set DATABASE_URL.`,
    );
  }
  const home = await makeHome(dataDir);
  log(`other accounts cannot reach ${dataDir}, so its database is in ${home}`);
  return home;
}

/** Only its owner may enter the folder of the socket, and that is the whole of the sign-in. */
async function makeSocketFolder(home: string, runner: Runner): Promise<string> {
  const near = join(home, 'run');
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const isShort = Buffer.byteLength(near) <= SOCKET_FOLDER_LIMIT;
  const folder = isShort || process.platform === 'win32' ? near : `/tmp/fos-${hash}`;
  const uid = runner?.uid ?? process.getuid?.();
  const isNew = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (isNew) await giveTo(runner, folder);
  const found = await lstat(folder);
  const isOurs = found.isDirectory() && (uid === undefined || found.uid === uid || found.uid === 0);
  if (!isOurs) throw new EmbeddedPostgresError(`${folder} belongs to another account; remove it.`);
  await giveTo(runner, folder);
  await chmod(folder, 0o700);
  return folder;
}

/** Call it under the lock of the data folder. */
export async function findPlace(dataDir: string, log: Log): Promise<Place> {
  const home = await findHome(await realpath(dataDir), log);
  const runner = await chooseRunner(clusterIn(home));
  return { cluster: clusterIn(home), sockets: await makeSocketFolder(home, runner), runner };
}
