import type { GuardedFetch } from '#platform/guarded-fetch.server.ts';
import { FetchFailed, FetchRefused } from '#platform/guarded-fetch-errors.ts';
import { type Download, inOutsideThread } from '#platform/threads.server.ts';
import type { PageWords } from './read-page.server.ts';

export type PageText =
  /** All visible words, folded as a quote is. */
  { kind: 'readable'; words: string } | { kind: 'unreadable'; reason: string };

interface Way {
  fetch: GuardedFetch;
  allowHosts: readonly string[];
}

export interface PageReader {
  /** Throws only where too much waits to be read. */
  read(url: string, signal?: AbortSignal): Promise<PageText>;
}

const MAX_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 15_000;
const READ_TYPES = /^(?:text\/(?:html|plain|markdown)|application\/xhtml\+xml)\s*(?:;|$)/i;

const readInThread = inOutsideThread<Download, PageWords>(
  new URL('./page-worker.server.ts', import.meta.url),
);

const typeProblem = (contentType: string | null): string | null => {
  if (contentType === null || READ_TYPES.test(contentType)) return null;
  return `It is of type ${contentType.split(';')[0]?.slice(0, 100)}, not a web page or text`;
};

/** Reads the words of a page of another site, within a size and a time. */
export const createPageReader = ({ fetch, allowHosts }: Way): PageReader => {
  const unreadable = (reason: string): PageText => ({ kind: 'unreadable', reason });

  const readPage = async (address: string, signal?: AbortSignal): Promise<PageText> => {
    const { status, bytes, url, headers } = await fetch(address, {
      accept: 'text/html, application/xhtml+xml, text/plain;q=0.8',
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      allowHosts,
      signal,
    });
    if (status !== 200) return unreadable(`The page answered ${status}`);
    const contentType = headers.get('content-type');
    const wrongType = typeProblem(contentType);
    if (wrongType !== null) return unreadable(wrongType);
    const { problem, words } = await readInThread({ bytes, contentType, url }, signal);
    return problem === null ? { kind: 'readable', words } : unreadable(problem);
  };

  return {
    read: async (address, signal) => {
      try {
        return await readPage(address, signal);
      } catch (error) {
        if (!(error instanceof FetchFailed || error instanceof FetchRefused)) throw error;
        return unreadable(error.message);
      }
    },
  };
};
