import type { TestProject } from 'vitest/node';
import { openContent } from '#app/content.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';
import { loadStarter } from '#tools/files/starter.server.ts';
import { createDatabase } from './db/databases.ts';
import { startTemporaryEmbedded } from './db/temporary.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    serverUrl: string;
  }
}

export const EMPTY_TEMPLATE = 'template_empty';
export const STARTER_TEMPLATE = 'template_starter';

/** One PostgreSQL for the whole run: an empty template and a filled one, cloned by each test file. */
const setup = async (project: TestProject) => {
  const server = await startTemporaryEmbedded();
  const empty = await createDatabase({ url: server.url, name: EMPTY_TEMPLATE });
  await migrateDatabase(empty);
  const filled = await createDatabase({
    url: server.url,
    name: STARTER_TEMPLATE,
    template: EMPTY_TEMPLATE,
  });
  const connection = connect(filled);
  const content = openContent(connection.db, { recordsActivity: false });
  await loadStarter(content, connection.db);
  await connection.close();
  project.provide('serverUrl', server.url);
  return () => server.stop();
};

export default setup;
