import { DrizzleQueryError } from 'drizzle-orm';

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
    const code = cause && 'code' in cause ? cause.code : undefined;
    const constraint = cause && 'constraint' in cause ? cause.constraint : undefined;
    throw Object.assign(new Error(cause?.message ?? 'A query failed'), { code, constraint });
  }
};
