import { beforeAll } from 'vitest';
import { setChangesHeard } from '#platform/changes-heard.server.ts';

/** Files share one process, and a server that was closed while its database was away left word that nothing may be remembered. */
beforeAll(() => setChangesHeard(true));
