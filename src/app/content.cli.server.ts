import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { recordActivity } from '#modules/activity/record.server.ts';
import { runCommand } from '#platform/command.server.ts';
import type { Connection } from '#platform/db/database.server.ts';
import { withDatabase } from '#platform/db/open.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { withPurge } from '#platform/server/cdn-purge.server.ts';
import { exportContent, importContent } from '#tools/files/content-folder.server.ts';
import { openContent } from './content.server.ts';

const HELP = `All content to and from files.

  npm run content -- export DIR
  npm run content -- import DIR

export  writes every item of every content type to DIR, a folder a type,
        as the files of starter/ are; what stood there of these types is replaced
import  reads such a folder in one transaction: new items are made, items with
        a known slug are changed (their history is kept), others are left alone`;

const run = async (args: readonly string[]): Promise<number> => {
  const [action, folder] = args;
  if (args.includes('--help') || action === undefined) {
    console.log(HELP);
    return action === undefined ? 1 : 0;
  }
  if ((action !== 'export' && action !== 'import') || folder === undefined) {
    console.error(HELP);
    return 1;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  const work = async ({ db }: Connection) => {
    const content = openContent(db);
    const place = resolve(folder);
    const count =
      action === 'export'
        ? await exportContent(content, db, place)
        : await importContent(content, db, place);
    await recordActivity(db, null, {
      action: action === 'export' ? 'exported' : 'imported',
      title: 'Content files',
      details: { by: 'command line', items: count },
    });
    console.log(`${action === 'export' ? 'Wrote' : 'Read'} ${count} items`);
  };
  await withPurge(settings, () => withDatabase(settings, work));
  return 0;
};

await runCommand(run);
