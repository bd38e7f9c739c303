import type { HostTurns } from '#modules/link-checks/host-turns.ts';
import { sharedTurns } from '#modules/link-checks/run-checks.server.ts';
import { createPageReader } from '#modules/page-text/page-text.server.ts';
import { createRobots } from '#modules/page-text/robots.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { FetchFailed } from '#platform/guarded-fetch-errors.ts';
import type { Reading } from './site-pages.server.ts';

/** For one run: what a robots.txt says is asked for once. */
export const openReading = (
  { FETCH_ALLOW_HOSTS: allowHosts }: Settings,
  turns: HostTurns = sharedTurns,
): Reading => {
  const wait = async (host: string) => {
    const later = await turns.wait(host);
    if (later !== null) throw new FetchFailed('The host asked to be left alone for a while');
  };
  const fetch = guardedFetch;
  const reader = createPageReader({ fetch, allowHosts });
  return { reader, robots: createRobots({ fetch, allowHosts, wait }), fetch, allowHosts, wait };
};
