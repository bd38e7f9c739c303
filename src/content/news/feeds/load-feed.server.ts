import { readFeedInThread } from '#content/news/text/read-in-thread.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { FetchFailed, FetchRefused } from '#platform/guarded-fetch-errors.ts';
import { counted } from '#platform/words.ts';
import type { FeedContent } from './read-feed.server.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const ACCEPT =
  'application/rss+xml, application/atom+xml, application/rdf+xml, application/feed+json, application/xml;q=0.9, application/json;q=0.9, text/xml;q=0.9, */*;q=0.5';

/** In words for the panel; null where the failure is ours. */
export const reasonOf = (error: unknown): string | null =>
  error instanceof FetchFailed || error instanceof FetchRefused ? error.message : null;

export const sayCut = (cut: number) =>
  `${counted(cut, 'further item was', 'further items were')} left out`;

export const loadFeed = async (
  url: string,
  { FETCH_ALLOW_HOSTS: allowHosts }: Settings,
  signal?: AbortSignal,
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
  return readFeedInThread({ bytes, contentType, url: response.url }, signal);
};

/** Reads a feed once, keeps nothing, and says in a sentence what it holds. */
export const createFeedTrial = (settings: Settings) => async (url: string, signal: AbortSignal) => {
  try {
    const { title, items, cut } = await loadFeed(url, settings, signal);
    const count = counted(items.length, 'item', 'items');
    return `${title || 'The feed'}: ${count}${cut > 0 ? `; ${sayCut(cut)}` : ''}.`;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    throw new AppError('upstream', `${reason}.`, { cause: error });
  }
};
