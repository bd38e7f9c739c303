const MAX_NESTING = 400;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|td|th|tr)$/i;

/** Text that deep is nested by a machine, not by an author: it has no structure worth keeping. */
export const isTooDeep = (html: string): boolean => {
  let depth = 0;
  for (const [tag, close, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^<>]*>/gi)) {
    if (VOID.test(name) || tag.endsWith('/>')) continue;
    depth = close ? Math.max(0, depth - 1) : depth + 1;
    if (depth > MAX_NESTING) return true;
  }
  return false;
};
