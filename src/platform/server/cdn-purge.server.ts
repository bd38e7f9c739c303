import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { MISSED, onChange } from '#platform/changes.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { fetchTraced } from '#platform/traces/in-span.server.ts';
import { EVERYTHING, isSafeKey, ownKey } from './shared-headers.server.ts';
import { isTogether } from './whole-reads.server.ts';

/** Tags that a CDN drops at once, and those that it may send a moment longer while it asks anew. '*' is everything. */
export interface Purge {
  hard: ReadonlySet<string>;
  soft: ReadonlySet<string>;
}

/** A purge as requests, the most urgent first. */
type ToRequests = (purge: Purge) => Request[];
type Adapter = (address: string, settings: Settings) => ToRequests;

const inBatches = (keys: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(keys.length / size) }, (_, n) =>
    keys.slice(n * size, (n + 1) * size),
  );

/** A redirect would take the token along. */
const post = (url: string, headers: Record<string, string>, body: object): Request =>
  new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
  });

/** A change that readers see as one is told in one request; what exceeds it is everything. */
const asOne = ({ hard, soft }: Purge, size: number): Purge =>
  isTogether(hard) && hard.size + soft.size > size
    ? { hard: new Set(['*']), soft: new Set() }
    : { hard, soft };

const asTags = (keys: ReadonlySet<string>): string[] =>
  keys.has('*') ? [EVERYTHING] : [...keys].filter(isSafeKey);

/** Of a soft change, the item's own pages are dropped at once (decision 0033). */
const inTwoWays = ({ hard, soft }: Purge) => ({
  hard: [...asTags(hard), ...asTags(soft).map(ownKey)],
  soft: asTags(soft),
});

const hook: Adapter = (address) => (purge) => {
  const keys = purge.hard.union(purge.soft);
  return [post(address, {}, { keys: keys.has('*') ? ['*'] : [...keys] })];
};

/** Varnish takes 8 kB in a header. */
const varnish: Adapter = (address) => (purge) => {
  const { hard, soft } = inTwoWays(asOne(purge, 30));
  const [dropped, outdated] = [inBatches(hard, 30), inBatches(soft, 30)];
  const tagsOf = (batch: string[] | undefined) => batch?.join(' ') ?? '';
  return Array.from({ length: Math.max(dropped.length, outdated.length) }, (_, n) => {
    const headers = {
      'xkey-purge': tagsOf(dropped[n]),
      'xkey-softpurge': tagsOf(outdated[n]),
    };
    return new Request(address, { method: 'PURGE', headers });
  });
};

const fastly: Adapter = (address, { CDN_SERVICE_ID, CDN_TOKEN = '' }) => {
  const url = `${address}/service/${CDN_SERVICE_ID}/purge`;
  const headers = { 'fastly-key': CDN_TOKEN, accept: 'application/json' };
  return (purge) => {
    const { hard, soft } = inTwoWays(asOne(purge, 256));
    return [
      ...inBatches(hard, 256).map((tags) => post(url, headers, { surrogate_keys: tags })),
      ...inBatches(soft, 256).map((tags) =>
        post(url, { ...headers, 'fastly-soft-purge': '1' }, { surrogate_keys: tags }),
      ),
    ];
  };
};

/** It knows no soft purge, and takes 100 tags in a call: five calls a minute on the smallest plan. */
const cloudflare: Adapter = (address, { CDN_SERVICE_ID, CDN_TOKEN }) => {
  const url = `${address}/client/v4/zones/${CDN_SERVICE_ID}/purge_cache`;
  const headers = { authorization: `Bearer ${CDN_TOKEN}` };
  return (purge) => {
    const { hard, soft } = asOne(purge, 100);
    return inBatches(asTags(hard.union(soft)), 100).map((tags) => post(url, headers, { tags }));
  };
};

const ADAPTERS = { hook, varnish, fastly, cloudflare };

export const adaptersOf = (settings: Settings): ToRequests[] => {
  const { CDN, CDN_PURGE_URL } = settings;
  return CDN ? CDN_PURGE_URL.map((address) => ADAPTERS[CDN](address, settings)) : [];
};

const TIMEOUT_MS = 5000;
const PAUSES_MS = [1000, 4000, 16_000];
const PATIENCE_MS = 60_000;
/** So many keys are better told as everything. */
const MAX_KEYS = 1000;
/**
 * How long after it heard of a change a node tells the CDN of it once more. By then no response is on its way that the
 * node made before; and where the node that wrote was killed, the CDN hears it now.
 */
const AGAIN_MS = 500;

interface PurgeOptions {
  log: Logger;
  /** Between one attempt and the next. */
  pausesMs?: readonly number[];
  /** After those; without it a purge that failed so often waits for the next one. */
  patienceMs?: number;
}

const nothing = () => ({ hard: new Set<string>(), soft: new Set<string>() });

/** Tells a CDN what to drop, and resolves to whether it was told. A failed purge is tried again, with what changed meanwhile. */
export const createCdnPurge = (
  toRequests: ToRequests,
  { log, pausesMs = PAUSES_MS, patienceMs }: PurgeOptions,
) => {
  let untold = nothing();
  let inFlight: Promise<boolean> | undefined;

  const note = (keys: Iterable<string>, isSoft: boolean) => {
    const noted = untold[isSoft ? 'soft' : 'hard'];
    for (const key of keys) noted.add(key);
    if (noted.size <= MAX_KEYS) return;
    noted.clear();
    noted.add('*');
  };

  const send = async (purge: typeof untold) => {
    for (const request of toRequests(purge)) {
      const response = await fetchTraced(
        new Request(request, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
      );
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The CDN answered ${response.status}`);
    }
  };

  const tell = async (): Promise<boolean> => {
    // Tags that are noted in the same moment go in one call.
    await undefined;
    try {
      for (let failures = 0; untold.hard.size + untold.soft.size > 0; ) {
        const purge = untold;
        untold = nothing();
        try {
          await send(purge);
          failures = 0;
        } catch (err) {
          note(purge.hard, false);
          note(purge.soft, true);
          const pause = pausesMs[failures] ?? patienceMs;
          const told = { err, keys: [...purge.hard, ...purge.soft].slice(0, 20), pause };
          if (failures < pausesMs.length) log.warn(told, 'the CDN was not told of a change yet');
          else log.error(told, 'the CDN was not told of a change');
          if (pause === undefined) return false;
          failures += 1;
          await sleep(pause);
        }
      }
      return true;
    } finally {
      inFlight = undefined;
    }
  };

  return async (keys: readonly string[], isSoft = false): Promise<boolean> => {
    if (keys.length === 0) return true;
    note(keys, isSoft);
    inFlight ??= tell();
    return inFlight;
  };
};

/** Each address is told by itself, so that one that is down holds up no other. */
const openPurge = (settings: Settings, options: PurgeOptions) => {
  const purges = adaptersOf(settings).map((toRequests) => createCdnPurge(toRequests, options));
  return async (keys: readonly string[], isSoft: boolean): Promise<boolean> =>
    (await Promise.all(purges.map((purge) => purge(keys, isSoft)))).every(Boolean);
};

/** For a node: it tells of its own changes at once, and again of all that it hears of. */
export const startPurging = (settings: Settings, log: Logger) => {
  const tell = openPurge(settings, { log, patienceMs: PATIENCE_MS });
  let heard = nothing();
  let timer: NodeJS.Timeout | undefined;
  const tellAgain = () => {
    const { hard, soft } = heard;
    heard = nothing();
    timer = undefined;
    void tell([...hard], false);
    void tell([...soft], true);
  };
  const forget = onChange((keys, isSoft) => {
    // Nothing is known to be withdrawn where changes were missed.
    for (const key of keys) heard[isSoft || keys === MISSED ? 'soft' : 'hard'].add(key);
    timer ??= setTimeout(tellAgain, AGAIN_MS).unref();
  });
  return {
    tell,
    stop() {
      forget();
      clearTimeout(timer);
    },
  };
};

/** For a command-line tool, of whose changes no node tells the CDN: does it before the process ends. */
export const withPurge = async (settings: Settings, work: () => Promise<void>): Promise<void> => {
  const changed = new Set<string>();
  const forget = onChange((keys) => {
    for (const key of keys) changed.add(key);
  });
  try {
    await work();
  } finally {
    forget();
  }
  const purge = openPurge(settings, { log: pino({ level: 'silent' }) });
  if (await purge([...changed], false)) return;
  throw new Error('This is done, but the CDN could not be told of it: purge everything there');
};
