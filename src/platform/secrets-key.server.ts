import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from './env.server.ts';

/** A file beside the embedded database and never inside it, so that neither a backup nor a copy of the tables opens a secret. */
const readKeyFile = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'secrets.key');
  const read = async () => (await readFile(file, 'utf8').catch(() => '')).trim();
  const known = await read();
  if (known) return known;
  const made = randomBytes(32).toString('base64');
  // Of two processes that make one, the second reads the first one's.
  await writeFile(file, `${made}\n`, { mode: 0o600, flag: 'wx' }).catch(() => undefined);
  return (await read()) || made;
};

/** The key of this installation; with an outside database only where the environment has it. */
export const readSecretsKey = async ({
  SECRETS_KEY,
  DATABASE_URL,
  DATA_DIR,
}: Pick<Settings, 'SECRETS_KEY' | 'DATABASE_URL' | 'DATA_DIR'>): Promise<string | undefined> =>
  SECRETS_KEY ?? (DATABASE_URL ? undefined : readKeyFile(DATA_DIR));
