import type { GuardedFetch } from '#platform/guarded-fetch.server.ts';
import { FetchFailed, FetchRefused } from '#platform/guarded-fetch-errors.ts';
import { type Download, inOutsideThread } from '#platform/threads.server.ts';

export type PageText =
  /** All visible words, folded as a quote is. */
  { kind: 'readable'; words: string } | { kind: 'unreadable'; reason: string };

export interface PageReader {
  /** Throws only where too much waits to be read. */
  read(url: string, signal?: AbortSignal): Promise<PageText>;
}

interface Way {
  fetch: GuardedFetch;
  allowHosts: readonly string[];
}

const BOUNDS = { maxBytes: 2 * 1024 * 1024, timeoutMs: 15_000 };
const ACCEPT = 'text/html, application/xhtml+xml, text/plain;q=0.8';
const READ_TYPES = /^(?:text\/(?:html|plain|markdown)|application\/xhtml\+xml)\s*(?:;|$)/i;

const readInThread = inOutsideThread<Download, PageText>(
  new URL('./read-page.server.ts', import.meta.url),
);

/** Reads the words of a page of another site, within a size and a time. */
export const createPageReader = ({ fetch, allowHosts }: Way): PageReader => {
  const unreadable = (reason: string): PageText => ({ kind: 'unreadable', reason });

  const readPage = async (address: string, signal?: AbortSignal): Promise<PageText> => {
    const response = await fetch(address, { ...BOUNDS, accept: ACCEPT, allowHosts, signal });
    const { status, bytes, url, headers } = response;
    if (status !== 200) return unreadable(`The page answered ${status}`);
    const contentType = headers.get('content-type');
    if (contentType !== null && !READ_TYPES.test(contentType)) {
      const type = contentType.split(';')[0]?.slice(0, 100);
      return unreadable(`It is of type ${type}, not a web page or text`);
    }
    return readInThread({ bytes, contentType, url }, signal);
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
