import { resolve } from 'node:path';
import { codeOf, isDiskFull } from '#platform/causes.server.ts';
import { makeFolders } from './files.server.ts';

/** A fault that a person can act on: the message is one clear line, to be shown without a stack. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

export const cannotRun = (reason: string) =>
  new EmbeddedPostgresError(
    `The embedded PostgreSQL cannot run here (${reason}); set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );

const diskIsFull = (folder: string) =>
  new EmbeddedPostgresError(`The disk is full: there is no room for the database in ${folder}.`);

const cannotBeWritten = (folder: string, why: string) =>
  new EmbeddedPostgresError(
    `The folder ${folder} cannot be written (${why}); correct it, or set DATA_DIR.`,
  );

const cannotBeRead = (folder: string, reason: string) =>
  new EmbeddedPostgresError(
    `The database in ${folder} cannot be read (${reason}); move that folder away and bring a backup back with: npm run backup -- restore FILE`,
  );

/** PostgreSQL's words for a cluster whose files are damaged or missing. */
const CORRUPT =
  /PANIC|checkpoint record|control file|pg_control|invalid (page|magic number|checksum)|could not (open|read) (file|directory)|not a valid data directory/;

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT']);

/** Turns an error of the file system into one line that names the folder. */
export function explainFault(error: unknown, folder: string): Error {
  if (error instanceof EmbeddedPostgresError) return error;
  if (isDiskFull(error)) return diskIsFull(folder);
  const code = codeOf(error);
  if (UNWRITABLE.has(code)) return cannotBeWritten(folder, code);
  return error instanceof Error ? error : new Error(String(error));
}

/** The folder of copies and of the embedded database: there, or one line says why not. */
export async function ensureDataFolder(folder: string): Promise<void> {
  await makeFolders(resolve(folder)).catch((error: unknown) => {
    throw explainFault(error, folder);
  });
}

/** Turns what PostgreSQL or initdb printed into one line. */
export function explainOutput(output: string, folder: string): EmbeddedPostgresError {
  if (/No space left on device|Disk quota exceeded|Check free disk space/.test(output))
    return diskIsFull(folder);
  if (/Read-only file system/.test(output)) return cannotBeWritten(folder, 'EROFS');
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.filter((line) => /FATAL|PANIC|error:/.test(line)).at(-1) ?? lines.at(-1);
  const reason = telling?.replace(/^.*?(FATAL|PANIC|error):\s*/, '').trim();
  if (CORRUPT.test(output)) return cannotBeRead(folder, reason ?? '');
  return cannotRun(reason ?? 'it stopped without a word');
}
