import { bearerOf } from '#platform/viewer.ts';

/**
 * Headers straight from the wire: `req.headers` builds an object of all of them, and the response to a cached page
 * needs three.
 */
export const headerOf = (raw: readonly string[], name: string): string | undefined => {
  for (let i = 0; i < raw.length; i += 2) {
    const found = raw[i];
    if (found?.length === name.length && found.toLowerCase() === name) return raw[i + 1];
  }
  return undefined;
};

export const headersOf = (flat: readonly string[]): [name: string, value: string][] =>
  Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at] ?? '', flat[2 * at + 1] ?? '']);

/** Whether a program says who it is: its response is its own. */
export const holdsBearer = (raw: readonly string[]): boolean =>
  bearerOf(headerOf(raw, 'authorization')) !== undefined;

/** Whether any cookie line holds a cookie of that name with a value that a session can have: 32 bytes in base64url. */
export const createCookieCheck = (name: string) => {
  const pattern = new RegExp(`(?:^|;)\\s*${name}=[\\w-]{43}\\s*(?:;|$)`);
  return (raw: readonly string[]): boolean => {
    for (let i = 0; i < raw.length; i += 2) {
      const found = raw[i];
      if (found?.length !== 6 || found.toLowerCase() !== 'cookie') continue;
      if (pattern.test(raw[i + 1] ?? '')) return true;
    }
    return false;
  };
};
