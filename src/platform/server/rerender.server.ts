import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { onChange } from '#platform/changes.server.ts';
import type { PageCache } from './page-cache.server.ts';

/** Who asked for a page once may never come back. */
const MIN_VISITS = 2;
const MAX_PAGES = 50;
const PAUSE_MS = 5;

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
 * Renders the pages that a change has dropped, the most visited first, so that visitors need not wait for it: in the
 * background, one at a time while no visitor waits, and never more than a few after each change. Returns how to stop.
 */
export const rerenderAfterChanges = (options: RerenderOptions): (() => void) => {
  const { cache } = options;
  let hasChanged = false;
  let isRunning = false;

  const renderDropped = async () => {
    for (const key of cache.mostVisitedDropped(options.isPage, MIN_VISITS, MAX_PAGES)) {
      // Visitors, and the response to the write itself, go first.
      await turn();
      while (options.isBusy() && !hasChanged) await sleep(PAUSE_MS);
      if (hasChanged || options.isDatabaseAway()) return;
      await options.render(key);
    }
  };

  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    while (hasChanged) {
      hasChanged = false;
      await turn();
      await renderDropped();
    }
    isRunning = false;
  };

  const forget = onChange(() => {
    hasChanged = true;
    void run();
  });
  return () => {
    forget();
    hasChanged = false;
  };
};
