import { recordActivity } from '#modules/activity/record.server.ts';
import { runActions, withDatabase } from '#platform/command.server.ts';
import type { Connection } from '#platform/db/database.server.ts';
import { exportContent, importContent } from '#tools/files/content-folder.server.ts';
import { openContent } from './content.server.ts';

const HELP = `All content to and from files.

  npm run content -- export DIR
  npm run content -- import DIR

export  writes every item of every content type to DIR, a folder a type,
        as the files of starter/ are; what stood there of these types is replaced
import  reads such a folder in one transaction: new items are made, items with
        a known slug are changed (their history is kept), others are left alone`;

const workWith =
  (verb: 'export' | 'import', folder: string) =>
  async ({ db }: Connection) => {
    const content = openContent(db);
    const work = verb === 'export' ? exportContent : importContent;
    const count = await work(content, db, folder);
    await recordActivity(db, null, {
      action: `${verb}ed`,
      title: 'Content files',
      details: { by: 'command line', items: count },
    });
    console.log(`${verb === 'export' ? 'Wrote' : 'Read'} ${count} items`);
  };

await runActions(HELP, {
  export: (settings, folder) => withDatabase(settings, workWith('export', folder)),
  import: (settings, folder) => withDatabase(settings, workWith('import', folder)),
});
