import type { Logger } from 'pino';

const TIMEOUT_MS = 5000;

/** Tells a CDN what to drop. Nobody waits for it, and its failure is a line in the log. */
export const createCdnPurge = (url: string, log: Logger) => (keys: readonly string[]) => {
  const unique = [...new Set(keys)];
  if (unique.length === 0) return;
  const purge = async () => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ keys: unique }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The CDN answered ${response.status}`);
  };
  purge().catch((error: unknown) => {
    log.error({ err: error, keys: unique.slice(0, 20) }, 'the CDN was not told of a change');
  });
};
