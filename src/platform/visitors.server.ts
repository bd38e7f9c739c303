import { AsyncLocalStorage } from 'node:async_hooks';
import { tooBusy } from './errors.ts';

const visitors = new AsyncLocalStorage<string | null>();

/** For which kind of content an anonymous visitor came, if the work at hand is for one: it has its own share of the database. */
export const visitorKind = (): string | undefined => visitors.getStore() ?? undefined;

/** Work for a signed-in user, where it reads as an anonymous visitor would: it stands in no queue. */
export const workAtOnce = <T>(work: () => Promise<T>): Promise<T> => visitors.run(null, work);

export interface QueueLimits {
  running: number;
  /** How many of them ask for the same kind of content: one table that hangs does not take every place. */
  perKind: number;
  /** How many wait at most; further requests are refused. */
  waiting: number;
  waitMs: number;
}

const LIMITS: QueueLimits = { running: 24, perKind: 4, waiting: 200, waitMs: 4000 };

/** The shares of a piece of work, and of each how many may be taken at once. */
type Shares = ReadonlyMap<string, number>;

interface Waiting {
  shares: Shares;
  enter(): void;
}

/** `faq` for /faq, /faq/some-question and /api/faq. */
const kindOf = (path: string): string => /^\/(?:api\/)?([^/?]*)/.exec(path)?.[1] ?? '';

/** So many places and no more; other requests wait in line, for a while. */
export const createPlaces = (limits: Omit<QueueLimits, 'perKind'>) => {
  const waiting = new Set<Waiting>();
  const running = new Map<string, number>();
  let total = 0;

  const hasPlace = (shares: Shares) =>
    total < limits.running &&
    shares.entries().every(([name, most]) => (running.get(name) ?? 0) < most);

  const count = (shares: Shares, change: 1 | -1) => {
    total += change;
    for (const name of shares.keys()) {
      const left = (running.get(name) ?? 0) + change;
      if (left === 0) running.delete(name);
      else running.set(name, left);
    }
  };

  const waitFor = (shares: Shares, signal?: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      clearTimeout(timer);
      waiting.delete(place);
      reject(tooBusy());
    };
    const timer = setTimeout(leave, limits.waitMs);
    signal?.addEventListener('abort', leave, { once: true });
    const enter = () => {
      clearTimeout(timer);
      resolve();
    };
    const place = { shares, enter };
    waiting.add(place);
    return promise;
  };

  const take = async (shares: Shares, signal?: AbortSignal): Promise<void> => {
    if (hasPlace(shares)) return count(shares, 1);
    if (waiting.size >= limits.waiting) throw tooBusy();
    return waitFor(shares, signal);
  };

  /** Its places go to the longest waits that may have them. */
  const give = (shares: Shares) => {
    count(shares, -1);
    const find = () => waiting.values().find((place) => hasPlace(place.shares));
    for (let next = find(); next; next = find()) {
      waiting.delete(next);
      count(next.shares, 1);
      next.enter();
    }
  };

  return { take, give, isBusy: () => total > 0 };
};

/**
 * The line in which anonymous visitors wait for what is not in the cache. It is bounded, so that a crowd of them cannot take the
 * processor and the database from the panel and the health check, which do not stand in it.
 */
export const createVisitorQueue = (limits: QueueLimits = LIMITS) => {
  const { take, give, isBusy } = createPlaces(limits);

  /** Work inside such work has its place already. An aborted request leaves the line. */
  const workInTurn = async <T>(
    path: string,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> => {
    if (visitors.getStore() !== undefined) return work();
    const kind = kindOf(path);
    const shares = new Map([[kind, limits.perKind]]);
    await take(shares, signal);
    try {
      return await visitors.run(kind, work);
    } finally {
      give(shares);
    }
  };
  return Object.assign(workInTurn, { isBusy });
};

export type VisitorQueue = ReturnType<typeof createVisitorQueue>;
