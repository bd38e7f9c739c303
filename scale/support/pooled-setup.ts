import type { TestProject } from 'vitest/node';
import { startPgBouncer } from './pgbouncer.ts';

/** PgBouncer in transaction mode before the server of the whole run: the app under test works through it. */
const setup = async (project: TestProject) => {
  const { serverUrl } = project.getProvidedContext();
  const pooler = await startPgBouncer({ databaseUrl: serverUrl, isForAll: true });
  project.provide('poolerUrl', pooler.url);
  return pooler.close;
};

export default setup;
