import robotsParser from 'robots-parser';
import { createTurnFetch, type WayOut } from '#modules/link-checks/host-turns.server.ts';
import { createPageReader } from '#modules/page-text/page-text.server.ts';
import { USER_AGENT } from '#platform/guarded-fetch.server.ts';
import { FetchFailed, FetchRefused } from '#platform/guarded-fetch-errors.ts';

type Robots = ReturnType<typeof robotsParser>;

const ROBOTS = { accept: 'text/plain', maxBytes: 512 * 1024, timeoutMs: 10_000 };

/** Reads pages in the turns of their hosts, and as `robots.txt` allows, which is read once a host. */
export const openReading = (way: WayOut, allowHosts: readonly string[]) => {
  const known = new Map<string, Promise<Robots>>();
  const fetchInTurn = createTurnFetch(way);

  /** As RFC 9309 has it: without rules all is allowed, and where they cannot be read nothing is. */
  const readRobots = async (origin: string): Promise<Robots> => {
    const url = `${origin}/robots.txt`;
    const response = await fetchInTurn(url, { ...ROBOTS, allowHosts });
    const { status } = response;
    if (status === 429 || status >= 500)
      throw new FetchFailed(`The robots.txt of the site answered ${status}`);
    return robotsParser(url, status === 200 ? response.text() : '');
  };

  const requireAllowed = async (url: string): Promise<void> => {
    const { origin } = new URL(url);
    const reading = known.get(origin) ?? readRobots(origin);
    known.set(origin, reading);
    const robots = await reading;
    if (robots.isAllowed(url, USER_AGENT) === false)
      throw new FetchRefused('The robots.txt of the site asks not to read the page');
  };

  return createPageReader({ fetch: createTurnFetch(way, requireAllowed), allowHosts });
};
