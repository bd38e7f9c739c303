/** Of the file system: no room, and no room for this account. The last one is PostgreSQL's own `disk_full`. */
const CODES = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** The disk of the database or of this process has no room left. */
export const isDiskFull = (error: unknown): boolean => {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && CODES.has(String(current.code))) return true;
  }
  return false;
};
