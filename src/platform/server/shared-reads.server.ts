import { rememberUntilChange } from '#platform/remember.server.ts';

interface Read {
  status: number;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer>;
}

const MAX_BYTES = 16 * 1_048_576;

/**
 * Public API responses, as pages ask for them: remembered until something that was read for one changes, so that
 * a page which is rendered again after an edit only has those reads made again that the edit touched.
 */
export const createSharedReads = (isPublicRead: (path: string) => boolean) => {
  const remember = rememberUntilChange<Read>({
    maxBytes: MAX_BYTES,
    bytesOf: ({ body }) => body.length + 500,
    keeps: ({ status }) => status === 200,
  });
  return async (path: string, ask: () => Promise<Response>): Promise<Response> => {
    // Searches are unbounded: they would push out the reads that pages share.
    const isSearch = /[?&]q=/.test(path);
    if (isSearch || !isPublicRead(path.split('?')[0] ?? '')) return ask();
    let isOwn = false;
    const { body, status, headers } = await remember(path, async () => {
      isOwn = true;
      const response = await ask();
      return {
        status: response.status,
        headers: [...response.headers],
        body: new Uint8Array(await response.arrayBuffer()),
      };
    });
    // Each page has to find out for itself why a read fails.
    if (status >= 500 && !isOwn) return ask();
    return new Response(body, { status, headers });
  };
};

export type SharedReads = ReturnType<typeof createSharedReads>;
