const ESCAPE = /(%[0-9a-f]{2})/i;
const MAX_PATH = 2048;

/** Lowercase letters, but the hexadecimal digits of an escape as browsers and routers write them. */
const lower = (path: string) =>
  path
    .split(ESCAPE)
    .map((part) => (ESCAPE.test(part) ? part.toUpperCase() : part.toLowerCase()))
    .join('');

const canDecode = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * The one spelling of a page's path: dots resolved, single slashes, no slash at the end, lowercase.
 * It always starts with exactly one slash, so that a redirect to it can never leave the site.
 */
export const normalPath = (raw: string): string | null => {
  if (!raw.startsWith('/') || raw.length > MAX_PATH || !canDecode(raw)) return null;
  const base = `http://site.invalid${raw.replace(/[\\/]+/g, '/')}`;
  if (!URL.canParse(base)) return null;
  const path = lower(new URL(base).pathname.replace(/\/+/g, '/'));
  return path.length > 1 ? path.replace(/\/$/, '') : path;
};

/** Path and query of a request line; what is not a path of ours is null. */
export const splitTarget = (target: string): { path: string; query: string } | null => {
  if (!target.startsWith('/')) return null;
  const hash = target.indexOf('#');
  const clean = hash === -1 ? target : target.slice(0, hash);
  const mark = clean.indexOf('?');
  if (mark === -1) return { path: clean, query: '' };
  return { path: clean.slice(0, mark), query: clean.slice(mark + 1) };
};
