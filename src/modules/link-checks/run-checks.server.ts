import { asc, eq, lte } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import type { GuardedResponse } from '#platform/guarded-fetch.server.ts';
import { FetchFailed, FetchRefused, TooLarge } from '#platform/guarded-fetch-errors.ts';
import { timedJob } from '#platform/jobs/timed.server.ts';
import {
  createTurnFetch,
  eachHost,
  hostOf,
  NotNow,
  WAY_OUT,
  type WayOut,
} from './host-turns.server.ts';
import { linkChecks } from './link-checks.tables.server.ts';
import { dropUnused } from './link-uses.server.ts';

export type LinkCheck = typeof linkChecks.$inferSelect;
type Outcome = Partial<Omit<LinkCheck, 'url'>>;

const DAY_MS = 86_400_000;
const AFTER_OK_MS = 14 * DAY_MS;
const AFTER_BLOCK_MS = 7 * DAY_MS;
/** Three failures over seven days: now, in between, and at the end. */
const AFTER_FAILURE_MS = 3.5 * DAY_MS;
const DEAD_AFTER = { failures: 3, ms: 7 * DAY_MS };

const BLOCKED = [401, 403, 429];
const BOUNDS = { accept: 'text/html,*/*;q=0.5', timeoutMs: 10_000, maxBytes: 512 * 1024 };
const TITLE = /<title[^>]*>([^<]{1,2000})/i;

const bareHostOf = (url: string) => hostOf(url).replace(/^www\./, '');

const isoAt = (ms: number) => new Date(ms).toISOString();

const titleOf = (response: GuardedResponse): string | null => {
  if (!response.headers.get('content-type')?.includes('html')) return null;
  const [, title = ''] = response.text().match(TITLE) ?? [];
  return title.replace(/\s+/g, ' ').trim().slice(0, 300) || null;
};

const isFine = ({ status }: GuardedResponse) => status >= 200 && status < 300;

/** Requests one address as politely as can be, and reports its state. */
const checkLink = async (
  link: LinkCheck,
  way: WayOut,
  allowHosts: readonly string[],
): Promise<Outcome> => {
  const { clock, opensAt } = way.turns;
  const inTurn = createTurnFetch(way);

  /** Some servers hang up on HEAD, or respond to it as if nothing were there; and only GET has the title. */
  const ask = async (): Promise<GuardedResponse> => {
    const request = (method: 'HEAD' | 'GET') => inTurn(link.url, { method, allowHosts, ...BOUNDS });
    const first = await request('HEAD').catch((error: unknown) => {
      if (error instanceof FetchFailed) return null;
      throw error;
    });
    if (first?.status === 429) return first;
    // The title identifies the site; it is read when unknown or when the host has changed.
    const isKnown = link.title !== null && first !== null && link.host === bareHostOf(first.url);
    return first && isFine(first) && isKnown ? first : request('GET');
  };

  const checked = (afterMs: number) => ({
    checkedAt: isoAt(clock.now()),
    nextAt: isoAt(Math.max(opensAt(hostOf(link.url)), clock.now() + afterMs)),
  });
  /** It is there, as far as can be seen. */
  const WELL = { failures: 0, failingSince: null };

  const fail = (reason: string, status: number | null = null): Outcome => {
    const now = clock.now();
    const failures = link.failures + 1;
    const failingSince = link.failingSince ?? isoAt(now);
    const isOver =
      failures >= DEAD_AFTER.failures && now - Date.parse(failingSince) >= DEAD_AFTER.ms;
    const state = isOver || link.state === 'dead' ? 'dead' : 'failing';
    return { ...checked(AFTER_FAILURE_MS), state, status, reason, failures, failingSince };
  };

  const judge = (response: GuardedResponse): Outcome => {
    const { status, url } = response;
    if (BLOCKED.includes(status)) {
      const reason = `It answered ${status} to us; a reader may still see it`;
      return { ...WELL, ...checked(AFTER_BLOCK_MS), state: 'blocked', status, reason };
    }
    if (!isFine(response)) return fail(`It answered ${status}`, status);
    const host = bareHostOf(url);
    const title = titleOf(response);
    const next = { ...WELL, ...checked(AFTER_OK_MS), status };
    const isForeign = link.host !== null && link.host !== host;
    if (isForeign && link.title !== null && title !== null && title !== link.title) {
      const reason = `It was "${link.title}" at ${link.host} and is "${title}" at ${host} now`;
      return { ...next, state: 'changed-hands', reason, movedTo: url };
    }
    const isMoved = url !== new URL(link.url).href.replace(/#.*$/, '');
    const known = { host, title: title ?? link.title, reason: null };
    return { ...next, ...known, state: isMoved ? 'moved' : 'ok', movedTo: isMoved ? url : null };
  };

  try {
    return judge(await ask());
  } catch (error) {
    if (error instanceof NotNow) return { nextAt: isoAt(error.at) };
    if (error instanceof TooLarge)
      return { ...WELL, ...checked(AFTER_OK_MS), state: 'ok', reason: null };
    if (error instanceof FetchFailed || error instanceof FetchRefused) return fail(error.message);
    throw error;
  }
};

export const LINK_CHECKS = 'link-checks';

export type LinkParts = Pick<AppParts, 'settings' | 'connection' | 'content' | 'log'>;

/** The limit of one run; the next one goes on where it ends. */
const LINKS_A_RUN = 2000;

/** Asks for one address now, whenever its turn would have been. */
export const checkNow = async (
  { settings, connection: { db } }: LinkParts,
  link: LinkCheck,
  way: WayOut = WAY_OUT,
): Promise<LinkCheck> => {
  const change = await checkLink(link, way, settings.FETCH_ALLOW_HOSTS);
  const isIt = eq(linkChecks.url, link.url);
  const [row] = await db.update(linkChecks).set(change).where(isIt).returning();
  return row ?? { ...link, ...change };
};

/** Checks due links: several hosts at once, each with a pause between requests. */
export const runLinkChecks = async (parts: LinkParts, way: WayOut = WAY_OUT): Promise<number> => {
  const { db } = parts.connection;
  await dropUnused(db, parts.content.registry);
  const due = await db
    .select()
    .from(linkChecks)
    .where(lte(linkChecks.nextAt, isoAt(way.turns.clock.now())))
    .orderBy(asc(linkChecks.nextAt))
    .limit(LINKS_A_RUN);
  await eachHost(due, async (link) => {
    try {
      await checkNow(parts, link, way);
    } catch (err) {
      // One that cannot be judged does not stop the others.
      parts.log.warn({ err, url: link.url }, 'a link could not be checked');
    }
  });
  if (due.length > 0) {
    const details = { links: due.length };
    await recordActivity(db, null, { action: 'job done', title: 'Link checks', details });
  }
  return due.length;
};

/** Checks links by itself at the times of LINK_CHECK_CRON. */
export const linkCheckJob = (parts: LinkParts) =>
  timedJob({
    name: LINK_CHECKS,
    pattern: parts.settings.LINK_CHECK_CRON,
    run: () => runLinkChecks(parts),
  });
