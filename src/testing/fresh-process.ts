import { beforeAll } from 'vitest';
import { setVersionKnown } from '#platform/version/site-version.server.ts';

/** Files share one process, and a server that was closed while its database was away left word that nothing may be remembered. */
beforeAll(() => setVersionKnown(true));
