import { DrizzleQueryError } from 'drizzle-orm';
import { isReadOnly } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';

/**
 * Runs a query that carries hashes. A failed one would name its parameters in the log, and PostgreSQL the whole row, so
 * only the code and the plain message are passed on.
 */
export const withoutParams = async <T>(work: PromiseLike<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DrizzleQueryError)) throw error;
    const { cause } = error;
    // Our own words, such as that all connections are taken.
    if (cause instanceof AppError) throw cause;
    const code = cause && 'code' in cause ? cause.code : undefined;
    const constraint = cause && 'constraint' in cause ? cause.constraint : undefined;
    throw Object.assign(new Error(cause?.message ?? 'A query failed'), { code, constraint });
  }
};

/** A note of when something was used last: reading goes on where nothing can be written. */
export const noteUse = (work: PromiseLike<unknown>) =>
  withoutParams(work).catch((error) => {
    if (!isReadOnly(error)) throw error;
  });
