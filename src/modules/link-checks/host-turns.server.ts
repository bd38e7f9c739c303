import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import {
  type GuardedFetch,
  type GuardedResponse,
  guardedFetch,
} from '#platform/guarded-fetch.server.ts';
import { FetchFailed } from '#platform/guarded-fetch-errors.ts';

/** Time, for tests to turn. */
export interface Clock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const realClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => sleep(ms, undefined, { ref: false }),
};

/** One request to a host in this time. */
const GAP_MS = 2000;
/** A check that would wait longer comes back later. */
const MAX_WAIT_MS = 60_000;
/** A host that is silent for longer is asked again all the same. */
const MAX_PAUSE_MS = 7 * 86_400_000;

/** Lets requests to one host go out one after another, with a pause between them. */
export const createHostTurns = (clock: Clock = realClock) => {
  const openAt = new Map<string, number>();

  const forgetOld = () => {
    for (const [host, at] of openAt) if (at < clock.now()) openAt.delete(host);
  };

  return {
    clock,
    /** Waits for the host's next turn; resolves to the time at which to come back where that is far off. */
    async wait(host: string): Promise<number | null> {
      const now = clock.now();
      const turn = Math.max(now, openAt.get(host) ?? 0);
      if (turn - now > MAX_WAIT_MS) return turn;
      if (openAt.size > 10_000) forgetOld();
      openAt.set(host, turn + GAP_MS);
      if (turn > now) await clock.sleep(turn - now);
      return null;
    },
    /** The host asked to be left alone for so long. */
    pause(host: string, ms: number) {
      const until = clock.now() + Math.min(ms, MAX_PAUSE_MS);
      openAt.set(host, Math.max(until, openAt.get(host) ?? 0));
    },
    /** When the host may be asked again. */
    opensAt: (host: string) => openAt.get(host) ?? 0,
  };
};

export type HostTurns = ReturnType<typeof createHostTurns>;

/** The host wants to be left alone until then. */
export class NotNow extends Error {
  override name = 'NotNow';
  readonly at: number;
  constructor(at: number) {
    super('The host wants to be left alone for now');
    this.at = at;
  }
}

const MAX_REDIRECTS = 5;

/** In seconds or as a date, as HTTP has it. */
const retryAfterOf = (response: GuardedResponse, now: number): number => {
  const value = response.headers.get('retry-after') ?? '';
  return /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
};

/** The way out to other sites, for tests to turn. */
export interface WayOut {
  fetch: GuardedFetch;
  turns: HostTurns;
}

/**
 * A fetch whose every request, those of redirects too, waits for the turn of its host, which may ask to be left alone;
 * `look` may refuse an address.
 */
export const createTurnFetch =
  ({ fetch, turns }: WayOut, look: (url: string) => Promise<void> = async () => undefined) =>
  async (address: string, options: Parameters<GuardedFetch>[1]): Promise<GuardedResponse> => {
    let url = address;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      await look(url);
      const { host } = new URL(url);
      const later = await turns.wait(host);
      if (later !== null) throw new NotNow(later);
      const response = await fetch(url, { ...options, redirect: 'manual' });
      const retryMs = retryAfterOf(response, turns.clock.now());
      if (retryMs > 0) turns.pause(host, retryMs);
      if (response.redirectsTo === null) return response;
      url = response.redirectsTo;
    }
    throw new FetchFailed(`More than ${MAX_REDIRECTS} redirects`);
  };

/** The turns are shared by all that reads other sites: a host hears from all of them no more often than from one. */
export const WAY_OUT: WayOut = { fetch: guardedFetch, turns: createHostTurns() };

const HOSTS_AT_ONCE = 4;

export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '');

/** Works on several hosts at once, and on the links of one host one after another. */
export const eachHost = async <Link extends { url: string }>(
  links: readonly Link[],
  work: (link: Link) => Promise<void>,
): Promise<void> => {
  const byHost = Map.groupBy(links, ({ url }) => hostOf(url)).values();
  await pLimit(HOSTS_AT_ONCE).map(byHost, async (ofHost) => {
    for (const link of ofHost) await work(link);
  });
};
