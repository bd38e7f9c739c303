/** Deeper than any field of the product, far from what hurts a parser. */
const MAX_DEPTH = 20;
/** More than any form holds, few enough to be looked at in milliseconds. */
const MAX_VALUES = 50_000;

/** PostgreSQL keeps neither NUL nor halves of surrogate pairs. */
const isText = (value: string) => !value.includes('\u0000') && value.isWellFormed();

/** Whether every text of a JSON value can be stored, and the value has bounds in depth and in number. */
export const isStorable = (root: unknown): boolean => {
  let level: unknown[] = [root];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > MAX_DEPTH || count > MAX_VALUES) return false;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string' && !isText(value)) return false;
      if (typeof value !== 'object' || value === null) continue;
      if (!Array.isArray(value)) for (const key of Object.keys(value)) next.push(key);
      for (const part of Object.values(value)) next.push(part);
    }
    level = next;
  }
  return true;
};
