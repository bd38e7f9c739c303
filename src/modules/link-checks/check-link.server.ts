import type { GuardedFetch, GuardedResponse } from '#platform/guarded-fetch.server.ts';
import { FetchFailed, FetchRefused, TooLarge } from '#platform/guarded-fetch-errors.ts';
import type { HostTurns } from './host-turns.ts';
import type { linkChecks } from './link-checks.tables.server.ts';

export type LinkCheck = typeof linkChecks.$inferSelect;
export type Outcome = Partial<Omit<LinkCheck, 'url'>>;

interface CheckOptions {
  fetch: GuardedFetch;
  turns: HostTurns;
  allowHosts: readonly string[];
}

const DAY_MS = 86_400_000;
const AFTER_OK_MS = 14 * DAY_MS;
const AFTER_BLOCK_MS = 7 * DAY_MS;
/** Three failures over seven days: now, in between, and at the end. */
const AFTER_FAILURE_MS = 3.5 * DAY_MS;
const DEAD_AFTER = { failures: 3, ms: 7 * DAY_MS };

const BLOCKED = [401, 403, 429];
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 512 * 1024;
const MAX_REDIRECTS = 5;
const TITLE = /<title[^>]*>([^<]{1,2000})/i;

type Asked =
  | { is: 'responded'; response: GuardedResponse }
  | { is: 'large' }
  /** No response came; another method may have more luck. */
  | { is: 'failed'; reason: string }
  /** It leads where we do not go, by whichever method. */
  | { is: 'refused'; reason: string }
  | { is: 'later'; at: number };

const hostOf = (url: string) => new URL(url).host.replace(/^www\./, '');

const isoAt = (ms: number) => new Date(ms).toISOString();

const titleOf = (response: GuardedResponse): string | null => {
  if (!response.headers.get('content-type')?.includes('html')) return null;
  const [, title = ''] = response.text().match(TITLE) ?? [];
  return title.replace(/\s+/g, ' ').trim().slice(0, 300) || null;
};

/** In seconds or as a date, as HTTP has it. */
export const retryAfterOf = (response: GuardedResponse, now: number): number | null => {
  const value = response.headers.get('retry-after');
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) && ms > 0 ? ms : null;
};

const isFine = ({ status }: GuardedResponse) => status >= 200 && status < 300;

/** Requests one address as politely as can be, and reports its state. */
export const checkLink = async (link: LinkCheck, options: CheckOptions): Promise<Outcome> => {
  const { fetch, turns, allowHosts } = options;
  const { clock } = turns;

  /** Redirects are followed here, so that each request waits for its host's turn. */
  const follow = async (method: 'HEAD' | 'GET'): Promise<Asked> => {
    const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, allowHosts };
    const accept = 'text/html,*/*;q=0.5';
    let url = link.url;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const later = await turns.wait(new URL(url).host);
      if (later !== null) return { is: 'later', at: later };
      const response = await fetch(url, { method, accept, redirect: 'manual', ...bounds });
      if (response.redirectsTo === null) return { is: 'responded', response };
      url = response.redirectsTo;
    }
    return { is: 'refused', reason: `More than ${MAX_REDIRECTS} redirects` };
  };

  const ask = async (method: 'HEAD' | 'GET'): Promise<Asked> => {
    try {
      return await follow(method);
    } catch (error) {
      if (error instanceof TooLarge) return { is: 'large' };
      if (error instanceof FetchFailed) return { is: 'failed', reason: error.message };
      if (error instanceof FetchRefused) return { is: 'refused', reason: error.message };
      throw error;
    }
  };

  const checkedAt = () => isoAt(clock.now());

  const fail = (reason: string, status: number | null, pausedUntil = 0): Outcome => {
    const now = clock.now();
    const failures = link.failures + 1;
    const failingSince = link.failingSince ?? isoAt(now);
    const isOver =
      failures >= DEAD_AFTER.failures && now - Date.parse(failingSince) >= DEAD_AFTER.ms;
    const isDead = isOver || link.state === 'dead';
    return {
      state: isDead ? 'dead' : 'failing',
      status,
      reason,
      failures,
      failingSince,
      checkedAt: checkedAt(),
      nextAt: isoAt(Math.max(pausedUntil, now + AFTER_FAILURE_MS)),
    };
  };

  /** It is there, as far as can be seen: asked for again after so long. */
  const well = (afterMs: number, pausedUntil = 0) => ({
    failures: 0,
    failingSince: null,
    checkedAt: checkedAt(),
    nextAt: isoAt(Math.max(pausedUntil, clock.now() + afterMs)),
  });

  const judgeRefusal = (response: GuardedResponse): Outcome => {
    const { status } = response;
    const retryMs = retryAfterOf(response, clock.now());
    const pausedUntil = retryMs === null ? 0 : turns.pause(new URL(response.url).host, retryMs);
    if (!BLOCKED.includes(status)) return fail(`It answered ${status}`, status, pausedUntil);
    return {
      ...well(AFTER_BLOCK_MS, pausedUntil),
      state: 'blocked',
      status,
      reason: `It answered ${status} to us; a reader may still see it`,
    };
  };

  const judgeResponse = (response: GuardedResponse, title: string | null): Outcome => {
    const { status, url } = response;
    const newHost = hostOf(url);
    const next = { ...well(AFTER_OK_MS), status };
    const isForeign = link.host !== null && link.host !== newHost;
    if (isForeign && link.title !== null && title !== null && title !== link.title) {
      const reason = `It was "${link.title}" at ${link.host} and is "${title}" at ${newHost} now`;
      return { ...next, state: 'changed-hands', reason, movedTo: url };
    }
    const isMoved = url !== new URL(link.url).href.replace(/#.*$/, '');
    return {
      ...next,
      state: isMoved ? 'moved' : 'ok',
      reason: null,
      movedTo: isMoved ? url : null,
      host: newHost,
      title: title ?? link.title,
    };
  };

  /** The title identifies the site; it is read when unknown or when the host has changed. */
  const needsTitle = (response: GuardedResponse) =>
    link.title === null || link.host !== hostOf(response.url);

  const judge = async (asked: Asked, isLast: boolean): Promise<Outcome | 'get'> => {
    if (asked.is === 'later') return { nextAt: isoAt(asked.at) };
    if (asked.is === 'refused') return fail(asked.reason, null);
    // Some servers hang up on HEAD, or never respond to it.
    if (asked.is === 'failed') return isLast ? fail(asked.reason, null) : 'get';
    if (asked.is === 'large') return { ...well(AFTER_OK_MS), state: 'ok', reason: null };
    const { response } = asked;
    // Some servers respond to HEAD as if nothing were there.
    if (!isFine(response))
      return isLast || response.status === 429 ? judgeRefusal(response) : 'get';
    if (!isLast && needsTitle(response)) return 'get';
    return judgeResponse(response, isLast ? titleOf(response) : link.title);
  };

  const first = await judge(await ask('HEAD'), false);
  if (first !== 'get') return first;
  const second = await judge(await ask('GET'), true);
  return second === 'get' ? {} : second;
};
