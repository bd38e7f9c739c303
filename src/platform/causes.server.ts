/** An error, its cause, the cause of that, and so on. */
export function* causesOf(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = current.cause) yield current;
}

/** The code of the system or of PostgreSQL; empty where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code ?? '') : '';

/** Of the file system: no room, and no room for this account. The last one is PostgreSQL's own `disk_full`. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** The disk of the database or of this process has no room left. */
export const isDiskFull = (error: unknown): boolean =>
  causesOf(error).some((cause) => DISK_FULL.has(codeOf(cause)));
