import { AsyncLocalStorage } from 'node:async_hooks';
import { tooBusy } from './errors.ts';

const visitors = new AsyncLocalStorage<boolean>();

/** Whether the work at hand is for an anonymous visitor: it has connections of its own. */
export const isForVisitor = (): boolean => visitors.getStore() === true;

/** Work for a signed-in user, where it reads as an anonymous visitor would: it stands in no queue. */
export const workAtOnce = <T>(work: () => Promise<T>): Promise<T> => visitors.run(false, work);

export interface QueueLimits {
  running: number;
  /** How many wait at most. */
  waiting: number;
  waitMs: number;
}

interface Waiting {
  who: string;
  enter(): void;
  leave(): void;
}

/** So many places and no more. Others wait for a while and take turns: the next place is for the one who has fewest. */
export const createPlaces = ({ running, waiting, waitMs }: QueueLimits) => {
  const line = new Set<Waiting>();
  const places = new Map<string, number>();
  let total = 0;

  const count = (who: string, change: 1 | -1) => {
    total += change;
    const left = (places.get(who) ?? 0) + change;
    if (left === 0) places.delete(who);
    else places.set(who, left);
  };

  const waitFor = (who: string, signal?: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      clearTimeout(timer);
      line.delete(one);
      reject(tooBusy());
    };
    const timer = setTimeout(leave, waitMs);
    signal?.addEventListener('abort', leave, { once: true });
    const enter = () => {
      clearTimeout(timer);
      line.delete(one);
      count(who, 1);
      resolve();
    };
    const one = { who, enter, leave };
    line.add(one);
    return promise;
  };

  /** A full line sends the last one away of those who have most in it. */
  const makeRoomFor = (who: string) => {
    const waits = Map.groupBy(line, (one) => one.who);
    const [most = []] = [...waits.values()].toSorted((a, b) => b.length - a.length);
    if (most.length <= (waits.get(who)?.length ?? 0) + 1) throw tooBusy();
    most.at(-1)?.leave();
  };

  return {
    isBusy: () => total > 0,
    async take(who: string, signal?: AbortSignal): Promise<void> {
      if (total < running) return count(who, 1);
      if (line.size >= waiting) makeRoomFor(who);
      return waitFor(who, signal);
    },
    give(who: string) {
      count(who, -1);
      let next: Waiting | undefined;
      const has = (one: Waiting) => places.get(one.who) ?? 0;
      for (const one of line) if (!next || has(one) < has(next)) next = one;
      next?.enter();
    },
  };
};

/**
 * The line in which anonymous visitors wait for what is not in the cache. It is bounded, so that a crowd of them cannot
 * take the processor and the database from the panel and the health check, which do not stand in it; and addresses take
 * turns in it, so that one of them does not take all of it from the others.
 */
const LIMITS: QueueLimits = { running: 12, waiting: 200, waitMs: 4000 };

export const createVisitorQueue = (
  limits: QueueLimits = LIMITS,
  /** What counts as one address. */
  keyOf = (address: string) => address,
) => {
  const { take, give, isBusy } = createPlaces(limits);

  /** Work inside such work has its place already. An aborted request leaves the line. */
  const workInTurn = async <T>(
    address: string,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> => {
    if (visitors.getStore() !== undefined) return work();
    const who = keyOf(address);
    await take(who, signal);
    try {
      return await visitors.run(true, work);
    } finally {
      give(who);
    }
  };
  return Object.assign(workInTurn, { isBusy });
};

export type VisitorQueue = ReturnType<typeof createVisitorQueue>;
