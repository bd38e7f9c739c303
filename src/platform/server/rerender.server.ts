import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import pLimit from 'p-limit';
import { onChange } from '#platform/changes.server.ts';
import type { Outdated, PageCache } from './page-cache.server.ts';

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
/** How late such a page may be for the sake of visitors who wait; later they would wait for this page, too. */
const LATE_MS = 250;
const BUSY_PAUSE_MS = 20;

export interface RerenderOptions {
  cache: PageCache;
  isPage(key: string): boolean;
  isDatabaseAway(): boolean;
  isBusy(): boolean;
  /** Fills the cache; says itself what goes wrong. */
  render(key: string): Promise<unknown>;
}

/**
 * Renders outdated pages, so that visitors need not wait for them: in the background, one at a time while no
 * visitor waits, and never more than a few of them. Dropped pages come at once. Returns how to stop.
 */
export const rerenderAfterChanges = (options: RerenderOptions): (() => void) => {
  const { cache, isPage, isDatabaseAway, isBusy, render } = options;
  const inTurn = pLimit(1);
  /** Those that are due later, or wait for their turn. */
  const planned = new Map<string, NodeJS.Timeout>();
  let isStopped = false;

  const renderIn = (ms: number, key: string, until: number) => {
    const timer = setTimeout(() => void inTurn(() => renderBy(key, until)), ms);
    planned.set(key, timer.unref());
  };

  const renderBy = async (key: string, until: number) => {
    const isNeeded = !isStopped && !isDatabaseAway() && !cache.isCurrent(key);
    if (isNeeded && isBusy() && performance.now() < until) {
      return renderIn(BUSY_PAUSE_MS, key, until);
    }
    planned.delete(key);
    if (!isNeeded) return;
    await render(key);
    await sleep(PAUSE_MS);
  };

  const plan = ({ key, since }: Outdated) => {
    if (planned.has(key) && since !== undefined) return;
    if (planned.size >= MAX_PAGES) return;
    clearTimeout(planned.get(key));
    // Whoever asks for a dropped page has it made: for that one nobody else waits.
    if (since === undefined) return renderIn(0, key, Number.POSITIVE_INFINITY);
    const at = since + DUE_MS - planned.size * EARLIER_MS;
    renderIn(Math.max(0, at - performance.now()), key, at + LATE_MS);
  };

  cache.whenOutdated(plan);
  const forget = onChange(async () => {
    // Visitors, and the response to the write itself, go first.
    await turn();
    for (const outdated of cache.visitedOutdated(MIN_VISITS)) {
      if (isPage(outdated.key)) plan(outdated);
    }
  });
  return () => {
    forget();
    isStopped = true;
    for (const timer of planned.values()) clearTimeout(timer);
  };
};
