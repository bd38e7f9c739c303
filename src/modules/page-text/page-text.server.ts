import type { GuardedFetch } from '#platform/guarded-fetch.server.ts';
import { FetchFailed, FetchRefused } from '#platform/guarded-fetch-errors.ts';
import { hashOf } from '#platform/secret.server.ts';
import { createThreadReader, type Download } from '#platform/worker-pool.server.ts';
import type { PageWords } from './read-page.server.ts';

export interface ReadablePage extends Omit<PageWords, 'problem'> {
  kind: 'readable';
  /** The address that answered, after redirects. */
  url: string;
  /** SHA-256 of `text`. */
  hash: string;
}

export interface UnreadablePage {
  kind: 'unreadable';
  url: string;
  status: number | null;
  reason: string;
}

export type PageText = ReadablePage | UnreadablePage;

interface Way {
  fetch: GuardedFetch;
  allowHosts: readonly string[];
}

export interface PageReader {
  /** Throws only where the signal gives it up, or where too much waits to be read. */
  read(url: string, options?: { signal?: AbortSignal | undefined }): Promise<PageText>;
}

const MAX_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 15_000;
const READ_TYPES = /^(?:text\/(?:html|plain|markdown)|application\/xhtml\+xml)\s*(?:;|$)/i;

const readInThread = createThreadReader<Download, PageWords>(
  new URL('./page-worker.server.ts', import.meta.url),
);

const typeProblem = (contentType: string | null): string | null => {
  if (contentType === null || READ_TYPES.test(contentType)) return null;
  return `It is of type ${contentType.split(';')[0]?.slice(0, 100)}, not a web page or text`;
};

/** Reads the words of a page of another site, within a size and a time. */
export const createPageReader = ({ fetch, allowHosts }: Way): PageReader => ({
  read: async (address, { signal } = {}) => {
    let answered: { url: string; status: number | null } = { url: address, status: null };
    const unreadable = (reason: string): UnreadablePage => ({
      kind: 'unreadable',
      ...answered,
      reason,
    });
    try {
      const response = await fetch(address, {
        accept: 'text/html, application/xhtml+xml, text/plain;q=0.8',
        maxBytes: MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
        allowHosts,
        signal,
      });
      const { status, bytes } = response;
      const url = response.url.replace(/#.*$/, '');
      answered = { url, status };
      if (status !== 200) return unreadable(`The page answered ${status}`);
      const contentType = response.headers.get('content-type');
      const wrongType = typeProblem(contentType);
      if (wrongType !== null) return unreadable(wrongType);
      const { problem, ...page } = await readInThread({ bytes, contentType, url });
      if (problem !== null) return unreadable(problem);
      return { kind: 'readable', url, hash: hashOf(page.text), ...page };
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof FetchFailed || error instanceof FetchRefused)) throw error;
      return unreadable(error.message);
    }
  },
});
