import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AppParts } from '#kit/app-parts.server.ts';
import { type AnyItem, type Collection, fieldEntries, slugOf } from '#kit/collection.ts';
import { fetchTraced } from '#platform/traces/in-span.server.ts';
import { repeat } from '#platform/woken-job.server.ts';
import type { TypeSite } from '#site/type-site.ts';
import { canonicalPathOf, placesOf } from './places.server.ts';

interface ChangedKeys {
  keys: readonly string[];
  /** Everything stayed at its address; else something appeared, moved or was withdrawn. */
  isSoft: boolean;
}

/** A redirect names the address that it leads away from, and its id besides. */
const MOVED = /^redirects(\/(?!\d+$).+)$/;

/** Finds the public pages behind changed keys: those of items, and those that an item without a page refers to. */
export const createPathFinder = (
  { content }: Pick<AppParts, 'content'>,
  sites: readonly TypeSite[],
) => {
  const places = new Map(placesOf({ content }).map((place) => [place.name, place]));

  /** A draft has no address that anybody may hear of; one that was withdrawn had. */
  const pathOfItem = async (place: Collection, slug: string, wasPublic: boolean) => {
    const isPublic = (await content.partsOf(place.name).reader.bySlug(null, slug)) !== null;
    return isPublic || wasPublic ? [canonicalPathOf(place, slug, sites)] : [];
  };

  const pathsOfEnds = async (collection: Collection, id: number) => {
    const item: AnyItem | null = await content.partsOf(collection.name).reader.byId(null, id);
    const paths: string[] = [];
    for (const [key, { kind, to = '' }] of item ? fieldEntries(collection) : []) {
      const [place, end] = [places.get(to), Number(item?.[key])];
      if (kind !== 'reference' || !place || !end) continue;
      const found: AnyItem | null = await content.partsOf(to).reader.byId(null, end);
      if (found) paths.push(canonicalPathOf(place, slugOf(place, found), sites));
    }
    return paths;
  };

  return async ({ keys, isSoft }: ChangedKeys): Promise<string[]> => {
    const named = keys.flatMap((key) => {
      const [, name = '', word = ''] = /^([\w-]+)\/([^/]+)$/.exec(key) ?? [];
      return name === '' ? [] : [{ name, word, isId: /^\d+$/.test(word) }];
    });
    const slugs = Map.groupBy(
      named.filter(({ isId }) => !isId),
      ({ name }) => name,
    );
    const paths = keys.flatMap((key) => MOVED.exec(key)?.[1] ?? []);
    // One after the other: an import may name thousands, and visitors need the database too.
    for (const { name, word, isId } of named) {
      const place = places.get(name);
      // With one address alone, an item that appeared or went away was public before or is so now.
      const wasPublic = !isSoft && slugs.get(name)?.length === 1;
      const collection = content.registry.find((one) => one.name === name);
      if (place && !isId) paths.push(...(await pathOfItem(place, word, wasPublic)));
      else if (!place && isId && collection)
        paths.push(...(await pathsOfEnds(collection, Number(word))));
    }
    return paths;
  };
};

/** As many as the protocol takes in one call. */
const MAX_ADDRESSES = 10_000;
const TIMEOUT_MS = 10_000;
/** An editor who saves three times in a row is told of once. */
const GATHER_MS = 5000;
const PAUSES_MS = [5000, 60_000, 600_000];

interface IndexNowOptions {
  url: string;
  key: string;
  siteUrl: string;
  log: Logger;
  /** Public paths behind a change; nothing of drafts. */
  findPaths(changed: ChangedKeys): Promise<string[]>;
  gatherMs?: number;
  /** Between one attempt and the next. */
  pausesMs?: readonly number[];
}

/** Submits changed public addresses to search engines (indexnow.org): gathered, in batches, tried again when that fails. */
export const createIndexNow = (options: IndexNowOptions) => {
  const { url, key, siteUrl, log, gatherMs = GATHER_MS, pausesMs = PAUSES_MS } = options;
  const closing = new AbortController();
  const { signal } = closing;
  let changes: ChangedKeys[] = [];

  const post = async (urlList: readonly string[]) => {
    const request = new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({
        host: new URL(siteUrl).host,
        key,
        keyLocation: `${siteUrl}/${key}.txt`,
        urlList,
      }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const response = await fetchTraced(request);
    await response.body?.cancel();
    if (!response.ok) throw new Error(`IndexNow answered ${response.status}`);
  };

  const submit = async (batch: readonly string[]) => {
    for (const pause of [...pausesMs, undefined]) {
      try {
        await post(batch);
        return log.info({ count: batch.length }, 'submitted changed addresses to IndexNow');
      } catch (err) {
        const told = { err, count: batch.length, first: batch[0] };
        if (pause === undefined) return log.error(told, 'IndexNow was not told of changes');
        log.warn(told, 'IndexNow was not told of changes yet');
        await sleep(pause, undefined, { signal, ref: false });
      }
    }
  };

  const work = async (): Promise<undefined> => {
    while (changes.length > 0) {
      await sleep(gatherMs, undefined, { signal, ref: false });
      const gathered = changes;
      changes = [];
      const paths = (await Promise.all(gathered.map(options.findPaths))).flat();
      const addresses = [...new Set(paths)].map((path) => siteUrl + (path === '/' ? '' : path));
      for (let at = 0; at < addresses.length; at += MAX_ADDRESSES) {
        await submit(addresses.slice(at, at + MAX_ADDRESSES));
      }
    }
  };

  const job = repeat(work, (err) => log.error({ err }, 'IndexNow was not told of changes'));

  return {
    note(keys: readonly string[], isSoft: boolean) {
      if (keys.length === 0 || keys.includes('*') || signal.aborted) return;
      changes.push({ keys, isSoft });
      job.wake();
    },
    stop: () => {
      job.stop();
      closing.abort();
    },
  };
};

/** Without a key nothing is submitted. */
export const startIndexNow = (
  parts: Pick<AppParts, 'settings' | 'content' | 'log'>,
  sites: readonly TypeSite[],
) => {
  const { INDEXNOW_KEY: key, INDEXNOW_URL: url, SITE_URL: siteUrl } = parts.settings;
  if (!key) return undefined;
  const findPaths = createPathFinder(parts, sites);
  return createIndexNow({ url, key, siteUrl, log: parts.log, findPaths });
};
