import { onChange } from '#platform/changes.server.ts';

const MAX_REMEMBERED = 20_000;

/** What was read, and up to which change it is known to be true. */
export interface Reading {
  reads: ReadonlySet<string>;
  seen: number;
}

/**
 * Remembers what changed and when, instead of looking for the pages that a change touches: a page is checked
 * when it is asked for, once per change, so nothing has to be kept in step when pages come and go.
 */
export const createFreshness = () => {
  const changed = new Map<string, number>();
  let moment = 0;
  /** Everything read before this is out of date. */
  let floor = 0;

  const forgetAll = () => {
    floor = moment;
    changed.clear();
  };

  const close = onChange((keys) => {
    if (keys.length === 0) return;
    moment += 1;
    if (keys.includes('*')) return forgetAll();
    for (const key of keys) changed.set(key, moment);
    if (changed.size > MAX_REMEMBERED) forgetAll();
  });

  const isCurrent = (reading: Reading): boolean => {
    if (reading.seen === moment) return true;
    if (reading.seen < floor) return false;
    for (const key of reading.reads) {
      if ((changed.get(key) ?? 0) > reading.seen) return false;
    }
    reading.seen = moment;
    return true;
  };

  return {
    isCurrent,
    close,
    get moment() {
      return moment;
    },
  };
};
