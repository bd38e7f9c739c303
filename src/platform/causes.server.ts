/** An error, its cause, the cause of that, and so on. */
export function* causesOf(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = current.cause) yield current;
}

/** The code of the system or of PostgreSQL; empty where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code ?? '') : '';

export const hasCode = (error: unknown, codes: RegExp): boolean =>
  causesOf(error).some((cause) => codes.test(codeOf(cause)));

/** No room left for the database or this process, or none for this account. The last code is PostgreSQL's own `disk_full`. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, /^(ENOSPC|EDQUOT|53100)$/);
