import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { runCommand } from '#platform/command.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { withPurge } from '#platform/server/cdn-purge.server.ts';
import { restoreBackup, saveBackup } from './backup.server.ts';
import { checkBackup } from './backup-file.server.ts';
import { withDatabase } from './open.server.ts';

const HELP = `The whole database, pictures included, to and from one file.

  npm run backup -- save FILE
  npm run backup -- restore FILE [--without-checksum]

save     writes every table as one moment saw it, also while editors work;
         sessions, invitations and links to previews, new passwords or vendors' answers
         are left out
restore  checks that the file is whole, then replaces everything in the database by it,
         in one transaction, and everybody signs in again; works on the embedded server and on any other (DATABASE_URL),
         also while the site runs. --without-checksum takes a file of the first releases,
         of which nobody can tell whether it is whole.`;

const UNCHECKED = '--without-checksum';

const run = async (args: readonly string[]): Promise<number> => {
  const [action, file] = args.filter((arg) => arg !== UNCHECKED);
  if (action === '--help' || action === '-h') {
    console.log(HELP);
    return 0;
  }
  if ((action !== 'save' && action !== 'restore') || file === undefined) {
    console.error(HELP);
    return 1;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  if (action === 'save') {
    await withDatabase(settings, ({ url }) => saveBackup(url, resolve(file)));
    console.log(`Saved to ${file}`);
    return 0;
  }
  // Before the database is opened, which would bring its tables up to date.
  const backup = await checkBackup(resolve(file), { takesUnchecked: args.includes(UNCHECKED) });
  await withPurge(settings, async () => {
    const count = await withDatabase(settings, ({ url }) => restoreBackup(url, backup));
    console.log(`Restored ${count} rows`);
  });
  return 0;
};

await runCommand(run);
