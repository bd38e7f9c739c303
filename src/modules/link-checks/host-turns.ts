import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { GuardedFetch, GuardedResponse } from '#platform/guarded-fetch.server.ts';
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
    pause(host: string, ms: number): number {
      const until = clock.now() + Math.min(ms, MAX_PAUSE_MS);
      openAt.set(host, Math.max(until, openAt.get(host) ?? 0));
      return until;
    },
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

/** A fetch whose every request, those of redirects too, waits for the turn of its host; `look` may refuse an address. */
export const createTurnFetch =
  (
    { fetch, turns }: { fetch: GuardedFetch; turns: HostTurns },
    look: (url: string) => Promise<void> = async () => undefined,
  ) =>
  async (address: string, options: Parameters<GuardedFetch>[1]): Promise<GuardedResponse> => {
    let url = address;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      await look(url);
      const later = await turns.wait(new URL(url).host);
      if (later !== null) throw new NotNow(later);
      const response = await fetch(url, { ...options, redirect: 'manual' });
      if (response.redirectsTo === null) return response;
      url = response.redirectsTo;
    }
    throw new FetchFailed(`More than ${MAX_REDIRECTS} redirects`);
  };

/** In seconds or as a date, as HTTP has it. */
export const retryAfterOf = (response: GuardedResponse, now: number): number | null => {
  const value = response.headers.get('retry-after');
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) && ms > 0 ? ms : null;
};

/** Shared by all that reads other sites, so that a host hears from all of them no more often than from one. */
export const sharedTurns = createHostTurns();

const HOSTS_AT_ONCE = 4;

const hostOf = ({ url }: { url: string }) => (URL.canParse(url) ? new URL(url).host : '');

/** Works on several hosts at once; what is of one host is handed over together. */
export const eachHost = async <Link extends { url: string }>(
  links: readonly Link[],
  work: (ofHost: readonly Link[]) => Promise<void>,
): Promise<void> => {
  await pLimit(HOSTS_AT_ONCE).map(Map.groupBy(links, hostOf).values(), work);
};
