import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { runCommand } from '#platform/command.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { restoreBackup, saveBackup } from './backup.server.ts';
import { withDatabase } from './open.server.ts';

const HELP = `The whole database to and from one file.

  npm run backup -- save FILE
  npm run backup -- restore FILE

save     writes every table as one moment saw it, also while editors work
restore  replaces everything in the database by the backup, in one transaction;
         works on the embedded server and on any other (DATABASE_URL).
         Stop the site first, or restart it afterwards.

Uploads lie in DATA_DIR/uploads and are copied as files.`;

const run = async ([action, file]: readonly string[]): Promise<number> => {
  if (action === '--help' || action === '-h') {
    console.log(HELP);
    return 0;
  }
  if ((action !== 'save' && action !== 'restore') || file === undefined) {
    console.error(HELP);
    return 1;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  await withDatabase(readSettings(process.env), async ({ url }) => {
    if (action === 'save') {
      await saveBackup(url, resolve(file));
      console.log(`Saved to ${file}`);
      return;
    }
    console.log(`Restored ${await restoreBackup(url, resolve(file))} rows`);
  });
  return 0;
};

await runCommand(run);
