import robotsParser from 'robots-parser';
import { retryAfterOf } from '#modules/link-checks/check-link.server.ts';
import type { HostTurns } from '#modules/link-checks/host-turns.ts';
import {
  type GuardedFetch,
  type GuardedResponse,
  USER_AGENT,
} from '#platform/guarded-fetch.server.ts';
import { FetchFailed, FetchRefused } from '#platform/guarded-fetch-errors.ts';

type Options = Parameters<GuardedFetch>[1];
type Robots = ReturnType<typeof robotsParser>;

interface PoliteOptions {
  fetch: GuardedFetch;
  turns: HostTurns;
  allowHosts: readonly string[];
}

const MAX_REDIRECTS = 5;
const MAX_ROBOTS_BYTES = 512 * 1024;
const ROBOTS_TIMEOUT_MS = 10_000;
const MAX_DELAY_MS = 30_000;

/** The host wants to be left alone until then. */
export class NotNow extends Error {
  override name = 'NotNow';
  readonly at: number;
  constructor(at: number) {
    super('The host wants to be left alone for now');
    this.at = at;
  }
}

/** A guarded fetch that waits for its turn before each request, and reads what `robots.txt` allows. */
export const createPoliteFetch = ({ fetch, turns, allowHosts }: PoliteOptions): GuardedFetch => {
  const known = new Map<string, Promise<Robots>>();

  const ask = async (url: string, options: Options): Promise<GuardedResponse> => {
    const { host } = new URL(url);
    const later = await turns.wait(host);
    if (later !== null) throw new NotNow(later);
    const response = await fetch(url, { ...options, redirect: 'manual' });
    const retryMs = retryAfterOf(response, turns.clock.now());
    if (retryMs !== null && [429, 503].includes(response.status)) turns.pause(host, retryMs);
    return response;
  };

  const follow = async (
    address: string,
    options: Options,
    look: (url: string) => Promise<void>,
  ): Promise<GuardedResponse> => {
    let url = address;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      await look(url);
      const response = await ask(url, options);
      if (response.redirectsTo === null) return response;
      url = response.redirectsTo;
    }
    throw new FetchFailed(`More than ${MAX_REDIRECTS} redirects`);
  };

  /** As RFC 9309 has it: without rules all is allowed, and where they cannot be read nothing is. */
  const readRobots = async (origin: string): Promise<Robots> => {
    const url = `${origin}/robots.txt`;
    const bounds = { maxBytes: MAX_ROBOTS_BYTES, timeoutMs: ROBOTS_TIMEOUT_MS, allowHosts };
    const response = await follow(url, { accept: 'text/plain', ...bounds }, async () => undefined);
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

  return (address, options) => follow(address, options, requireAllowed);
};
