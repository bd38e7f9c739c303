import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { onChange } from '#platform/changes.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { fetchTraced } from '#platform/traces/in-span.server.ts';

const TIMEOUT_MS = 5000;
const PAUSES_MS = [1000, 4000, 16_000];
/** So many keys are better told as everything. */
const MAX_KEYS = 1000;

interface PurgeOptions {
  url: string;
  log: Logger;
  /** Between one attempt and the next. */
  pausesMs?: readonly number[];
}

/** Tells a CDN what to drop, and resolves to whether it was told. A failed purge is tried again, with what changed meanwhile. */
export const createCdnPurge = ({ url, log, pausesMs = PAUSES_MS }: PurgeOptions) => {
  let untold = new Set<string>();
  let inFlight: Promise<boolean> | undefined;

  const post = async (keys: readonly string[]) => {
    const response = await fetchTraced(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ keys }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The CDN answered ${response.status}`);
  };

  const note = (keys: Iterable<string>) => {
    for (const key of keys) untold.add(key);
    if (untold.has('*') || untold.size > MAX_KEYS) untold = new Set(['*']);
  };

  /** Whether it was told; if not, there is a pause before the next attempt, or none is left. */
  const attempt = async (keys: readonly string[], pause: number | undefined) => {
    try {
      await post(keys);
      return true;
    } catch (err) {
      // After the last attempt the CDN keeps outdated pages: with the next change it drops everything.
      note(pause === undefined ? ['*'] : keys);
      const told = { err, keys: keys.slice(0, 20), pause };
      if (pause === undefined) log.error(told, 'the CDN was not told of a change');
      else log.warn(told, 'the CDN was not told of a change yet');
      return false;
    }
  };

  const tell = async (): Promise<boolean> => {
    try {
      for (let failures = 0; untold.size > 0; ) {
        const keys = [...untold];
        untold = new Set();
        const pause = pausesMs[failures];
        const isTold = await attempt(keys, pause);
        if (!isTold && pause === undefined) return false;
        failures = isTold ? 0 : failures + 1;
        if (!isTold) await sleep(pause);
      }
      return true;
    } finally {
      inFlight = undefined;
    }
  };

  return async (keys: readonly string[]): Promise<boolean> => {
    if (keys.length === 0) return true;
    note(keys);
    inFlight ??= tell();
    return inFlight;
  };
};

/** For a command-line tool, of whose changes no node tells the CDN: does it before the process ends. */
export const withPurge = async (
  { CDN_PURGE_URL: url }: Settings,
  work: () => Promise<void>,
): Promise<void> => {
  const changed = new Set<string>();
  const forget = onChange((keys) => {
    for (const key of keys) changed.add(key);
  });
  try {
    await work();
  } finally {
    forget();
  }
  if (!url || changed.size === 0) return;
  const purge = createCdnPurge({ url, log: pino({ level: 'silent' }) });
  if (await purge([...changed])) return;
  throw new Error('This is done, but the CDN could not be told of it: purge everything there');
};
