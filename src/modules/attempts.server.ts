import { sql } from 'drizzle-orm';
import { type Collection, uniqueSetsOf } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { asConflict } from '#platform/db/conflicts.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Tx } from '#platform/version/transact.server.ts';

const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500;

/** Turns an error of `work` that `isRefused` knows into a result. */
export const orRefusal = <T>(
  work: Promise<T>,
  isRefused: (error: unknown) => error is AppError = isRefusal,
): Promise<T | AppError> =>
  work.catch((error: unknown) => {
    if (isRefused(error)) return error;
    throw error;
  });

/** Runs `work`; its writes are rolled back when it is refused, and the transaction goes on without them. */
export const trySavepoint = <T>(
  tx: Tx,
  collection: Collection,
  work: () => Promise<T>,
  isRefused: (error: unknown) => error is AppError = isRefusal,
): Promise<T | AppError> => {
  const labelFor = (key: string) => labelOf(key, collection.fields[key]);
  const attempt = async () => {
    await tx.execute(sql`savepoint one_of_many`);
    try {
      const result = await work();
      await tx.execute(sql`release savepoint one_of_many`);
      return result;
    } catch (error) {
      const told = asConflict(error, collection.table, uniqueSetsOf(collection), labelFor);
      if (isRefused(told)) {
        await tx.execute(sql`rollback to savepoint one_of_many`);
        await tx.execute(sql`release savepoint one_of_many`);
      }
      throw told;
    }
  };
  return orRefusal(attempt(), isRefused);
};

/** `transact` with a database, or a writer's own way to begin. */
type Begin = (work: (tx: Tx) => Promise<void>) => Promise<void>;

/** Does the work in a transaction to see what comes of it, and takes all of it back unless it `isKept`. */
export const tryOut = async <T>(
  begin: Begin,
  work: (tx: Tx) => Promise<T>,
  isKept: (result: T) => boolean = () => false,
): Promise<T> => {
  const over = new Error('Nothing of this trial is kept');
  let results: T[] = [];
  try {
    await begin(async (tx) => {
      results = [await work(tx)];
      if (!results.every(isKept)) throw over;
    });
  } catch (error) {
    if (error !== over) throw error;
  }
  const [result] = results;
  if (result === undefined) throw over;
  return result;
};
