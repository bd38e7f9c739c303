const ESCAPE = /(%[0-9a-f]{2})/i;
const MAX_PATH = 2048;

/** Lowercase letters, but the hexadecimal digits of an escape as browsers and routers write them. */
const lower = (path: string) =>
  path
    .split(ESCAPE)
    .map((part) => (ESCAPE.test(part) ? part.toUpperCase() : part.toLowerCase()))
    .join('');

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const CONTROL = /[\u0000-\u001f\u007f]/;

const isReadable = (path: string): boolean => {
  try {
    return !CONTROL.test(decodeURIComponent(path));
  } catch {
    return false;
  }
};

/** '%61' is just another way to write 'a': each such spelling would be cached as a page of its own. */
const unescapePlain = (path: string) =>
  path.replace(/%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi, decodeURIComponent);

/**
 * The one spelling of a page's path: dots resolved, single slashes, nothing escaped in vain, no slash
 * or space at the end, lowercase.
 * It always starts with exactly one slash, so that a redirect to it can never leave the site.
 */
export const normalPath = (raw: string): string | null => {
  if (!raw.startsWith('/') || raw.length > MAX_PATH || !isReadable(raw)) return null;
  const base = `http://site.invalid${raw.replace(/[\\/]+/g, '/')}`;
  if (!URL.canParse(base)) return null;
  const path = lower(unescapePlain(new URL(base).pathname.replace(/\/+/g, '/')));
  // Spaces at the end come from copying an address, and the router would not see them.
  return path.replace(/(?:\/|%20)+$/, '') || '/';
};

/** Path and query of a request line; null when it is no path of ours. */
export const splitTarget = (target: string): { path: string; query: string } | null => {
  if (!target.startsWith('/')) return null;
  const hash = target.indexOf('#');
  const clean = hash === -1 ? target : target.slice(0, hash);
  const mark = clean.indexOf('?');
  if (mark === -1) return { path: clean, query: '' };
  return { path: clean.slice(0, mark), query: clean.slice(mark + 1) };
};
