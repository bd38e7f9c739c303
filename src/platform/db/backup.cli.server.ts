import { runActions, withDatabase } from '#platform/command.server.ts';
import { countRetired, restoreBackup, saveBackup } from './backup.server.ts';
import { checkBackup } from './backup-file.server.ts';

const HELP = `The whole database, pictures included, to and from one file.

  npm run backup -- save FILE
  npm run backup -- restore FILE

save     writes every table as one moment saw it, also while editors work;
         sessions, invitations and links to previews, new passwords or vendors' answers
         are left out
restore  checks that the file is whole, then replaces everything in the database by it,
         in one transaction, and everybody signs in again; works on the embedded server and on any other (DATABASE_URL),
         also while the site runs.`;

await runActions(HELP, {
  save: async (settings, file) => {
    const retired = await withDatabase(settings, async ({ url }) => {
      await saveBackup(url, file);
      return countRetired(url);
    });
    console.log(`Saved to ${file}`);
    if (retired > 0) {
      console.log(
        `Not in it: ${retired} rows of the schema "retired", which earlier releases used; docs/OPERATIONS.md says how to keep or drop them.`,
      );
    }
  },
  restore: async (settings, file) => {
    // Before the database is opened, which would bring its tables up to date.
    const backup = await checkBackup(file);
    const count = await withDatabase(settings, ({ url }) => restoreBackup(url, backup));
    console.log(`Restored ${count} rows`);
  },
});
