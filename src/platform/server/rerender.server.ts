import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { onChange } from '#platform/changes.server.ts';
import type { PageCache } from './page-cache.server.ts';

/** A single visit may never be repeated. */
const MIN_VISITS = 2;
const MAX_PAGES = 50;
const PAUSE_MS = 5;
/**
 * Pages that only mention what changed are rendered this late, well within the grace that they have, so that each is rendered
 * once, however many edits come meanwhile; and that much earlier for each that is due besides, so that they never come at once.
 */
const DUE_MS = 1700;
const EARLIER_MS = 25;
/** How late a page may be for the sake of visitors who wait; later they would wait for this page, too. */
const LATE_MS = 250;

export interface RerenderOptions {
  cache: PageCache;
  isPage(key: string): boolean;
  isDatabaseAway(): boolean;
  /** Whether a visitor waits for a page at the moment. */
  isBusy(): boolean;
  /** Fills the cache; says itself what goes wrong. */
  render(key: string): Promise<unknown>;
}

/**
 * Renders outdated pages, so that visitors need not wait for them: in the background, one at a time while no
 * visitor waits, and never more than a few after each change. Dropped pages come at once. Returns how to stop.
 */
export const rerenderAfterChanges = (options: RerenderOptions): (() => void) => {
  const { cache } = options;
  /** Since the last change. */
  const rendered = new Set<string>();
  let lastAt = 0;
  let isRunning = false;
  let isStopped = false;
  let wake = () => {};

  const pause = (ms: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms).unref();
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
    return promise;
  };

  const pick = () => {
    if (isStopped || rendered.size >= MAX_PAGES || options.isDatabaseAway()) return undefined;
    const due = cache.toRender(options.isPage, MIN_VISITS).filter(({ key }) => !rendered.has(key));
    const earlierMs = Math.min(due.length, MAX_PAGES) * EARLIER_MS;
    const [next] = due;
    const mention = due.find(({ since }) => since !== undefined);
    const at = Math.max((mention?.since ?? 0) + DUE_MS - earlierMs, lastAt + PAUSE_MS);
    // A page that may not be late any more goes before dropped ones, for which visitors wait anyway.
    const urgentAt = mention ? at + LATE_MS : Number.POSITIVE_INFINITY;
    if (mention && performance.now() >= urgentAt) return { key: mention.key, at, urgentAt };
    return next && { key: next.key, at: next === mention ? at : 0, urgentAt };
  };

  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    // Visitors, and the response to the write itself, go first.
    await turn();
    for (let next = pick(); next; next = pick()) {
      const [now, { at, urgentAt }] = [performance.now(), next];
      if (at > now || (options.isBusy() && urgentAt > now)) {
        if (at > now) await pause(at - now);
        const until = Math.min(performance.now() + LATE_MS, urgentAt);
        while (options.isBusy() && performance.now() < until) await sleep(PAUSE_MS);
        continue;
      }
      rendered.add(next.key);
      await options.render(next.key);
      lastAt = performance.now();
      await turn();
    }
    isRunning = false;
  };

  // It is due after those that the loop waits for.
  cache.whenOutdated(() => void run());
  const forget = onChange(() => {
    rendered.clear();
    wake();
    void run();
  });
  return () => {
    forget();
    isStopped = true;
    wake();
  };
};
