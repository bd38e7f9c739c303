import type { Settings } from '#platform/env.server.ts';
import { EVERYTHING, isSafeKey, ownKey } from './shared-headers.server.ts';
import { isTogether } from './whole-reads.server.ts';

/** What a CDN drops at once, and what it may send a moment longer while it asks anew. '*' is everything. */
export interface Purge {
  hard: ReadonlySet<string>;
  soft: ReadonlySet<string>;
}

/** A purge as requests, the most urgent first. */
export type ToRequests = (purge: Purge) => Request[];
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

/** One for each address that has to be told. */
export const adaptersOf = (settings: Settings): ToRequests[] => {
  const { CDN, CDN_PURGE_URL } = settings;
  return CDN ? CDN_PURGE_URL.map((address) => ADAPTERS[CDN](address, settings)) : [];
};
