import robotsParser from 'robots-parser';
import { createTurnFetch, type HostTurns, retryAfterOf } from '#modules/link-checks/host-turns.ts';
import { createPageReader } from '#modules/page-text/page-text.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { type GuardedFetch, USER_AGENT } from '#platform/guarded-fetch.server.ts';
import { FetchFailed, FetchRefused } from '#platform/guarded-fetch-errors.ts';

type Robots = ReturnType<typeof robotsParser>;

const ROBOTS = { accept: 'text/plain', maxBytes: 512 * 1024, timeoutMs: 10_000 };
const MAX_DELAY_MS = 30_000;

/** Reads pages as they come to be their turn, and as `robots.txt` allows, which is read once a host. */
export const openReading = (
  { FETCH_ALLOW_HOSTS: allowHosts }: Settings,
  { fetch, turns }: { fetch: GuardedFetch; turns: HostTurns },
) => {
  const known = new Map<string, Promise<Robots>>();

  const heed: GuardedFetch = async (url, options) => {
    const response = await fetch(url, options);
    const retryMs = retryAfterOf(response, turns.clock.now());
    if (retryMs !== null && [429, 503].includes(response.status))
      turns.pause(new URL(url).host, retryMs);
    return response;
  };
  const inTurn = createTurnFetch({ fetch: heed, turns });

  /** As RFC 9309 has it: without rules all is allowed, and where they cannot be read nothing is. */
  const readRobots = async (origin: string): Promise<Robots> => {
    const url = `${origin}/robots.txt`;
    const response = await inTurn(url, { ...ROBOTS, allowHosts });
    const { status } = response;
    if (status === 429 || status >= 500)
      throw new FetchFailed(`The robots.txt of the site answered ${status}`);
    return robotsParser(url, status === 200 ? response.text() : '');
  };

  const requireAllowed = async (url: string): Promise<void> => {
    const { origin, host } = new URL(url);
    const reading = known.get(origin) ?? readRobots(origin);
    known.set(origin, reading);
    const robots = await reading;
    if (robots.isAllowed(url, USER_AGENT) === false)
      throw new FetchRefused('The robots.txt of the site asks not to read the page');
    const delayMs = (robots.getCrawlDelay(USER_AGENT) ?? 0) * 1000;
    if (delayMs > 0) turns.pause(host, Math.min(delayMs, MAX_DELAY_MS));
  };

  const polite = createTurnFetch({ fetch: heed, turns }, requireAllowed);
  return createPageReader({ fetch: polite, allowHosts });
};
