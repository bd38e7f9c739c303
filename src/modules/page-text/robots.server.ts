import robotsParser from 'robots-parser';
import type { GuardedFetch } from '#platform/guarded-fetch.server.ts';
import { FetchFailed, FetchRefused } from '#platform/guarded-fetch-errors.ts';

const ROBOT = 'FamilyOfficeSoftware';
const MAX_BYTES = 500 * 1024;
const TIMEOUT_MS = 10_000;

interface RobotsOptions {
  fetch: GuardedFetch;
  allowHosts: readonly string[];
  /** Waits until the host may be asked again; throws where that is far off. */
  wait(host: string): Promise<unknown>;
}

/** What robots.txt of each origin allows us, read once; where it cannot be read nothing is allowed, as RFC 9309 has it. */
export const createRobots = ({ fetch, allowHosts, wait }: RobotsOptions) => {
  const known = new Map<string, ReturnType<typeof readRules>>();

  const readRules = async (origin: string) => {
    const url = `${origin}/robots.txt`;
    try {
      await wait(new URL(origin).host);
      const response = await fetch(url, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, allowHosts });
      const { status } = response;
      if (status >= 500 || status === 429) return robotsParser(url, 'User-agent: *\nDisallow: /');
      return robotsParser(url, status === 200 ? response.text() : '');
    } catch (error) {
      if (error instanceof FetchFailed || error instanceof FetchRefused)
        return robotsParser(url, 'User-agent: *\nDisallow: /');
      throw error;
    }
  };

  const rulesOf = (url: string) => {
    const { origin } = new URL(url);
    const rules = known.get(origin) ?? readRules(origin);
    known.set(origin, rules);
    return rules;
  };

  return {
    isAllowed: async (url: string): Promise<boolean> =>
      (await rulesOf(url)).isAllowed(url, ROBOT) !== false,
    sitemapsOf: async (url: string): Promise<string[]> => (await rulesOf(url)).getSitemaps(),
  };
};

export type Robots = ReturnType<typeof createRobots>;
