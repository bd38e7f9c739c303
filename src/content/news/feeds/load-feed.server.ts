import { readFeedInThread } from '#content/news/text/read-in-thread.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { FetchFailed, FetchRefused } from '#platform/guarded-fetch-errors.ts';
import { counted } from '#platform/words.ts';
import { type FeedContent, type FeedIdentity, MAX_ITEMS } from './read-feed.server.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const ACCEPT =
  'application/rss+xml, application/atom+xml, application/rdf+xml, application/feed+json, application/xml;q=0.9, application/json;q=0.9, text/xml;q=0.9, */*;q=0.5';

/** In words for the panel; null where the failure is ours. */
export const reasonOf = (error: unknown): string | null =>
  error instanceof FetchFailed || error instanceof FetchRefused ? error.message : null;

interface LoadOptions {
  signal?: AbortSignal;
  /** Which of a feed's entries are there already. */
  findKnown?: (entries: readonly FeedIdentity[]) => Promise<readonly FeedIdentity[]>;
}

/** Of a long feed the first entries that are not known, so that the rest of it comes with the next fetch. */
export const loadFeed = async (
  url: string,
  { FETCH_ALLOW_HOSTS: allowHosts }: Settings,
  { signal, findKnown }: LoadOptions = {},
): Promise<FeedContent> => {
  const response = await guardedFetch(url, {
    accept: ACCEPT,
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    allowHosts,
    signal,
  });
  if (response.status !== 200) throw new FetchFailed(`The feed answered ${response.status}`);
  const { bytes, headers } = response;
  const contentType = headers.get('content-type');
  const download = { bytes, contentType, url: response.url };
  const content = await readFeedInThread(download, signal);
  const known = content.entries.length > MAX_ITEMS && (await findKnown?.(content.entries));
  if (!known || known.length === 0) return content;
  const left = new Set(known.flatMap((entry) => [entry.guid, entry.url]));
  return readFeedInThread({ ...download, known: left }, signal);
};

/** Reads a feed once, keeps nothing, and says in a sentence what it holds. */
export const createFeedTrial = (settings: Settings) => async (url: string, signal: AbortSignal) => {
  try {
    const { title, entries } = await loadFeed(url, settings, { signal });
    const count = counted(entries.length, 'item', 'items');
    const parts = entries.length > MAX_ITEMS ? `; ${MAX_ITEMS} come with each fetch` : '';
    return `${title || 'The feed'}: ${count}${parts}.`;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    throw new AppError('upstream', `${reason}.`, { cause: error });
  }
};
