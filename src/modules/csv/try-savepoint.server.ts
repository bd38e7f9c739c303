import { sql } from 'drizzle-orm';
import { type Collection, uniqueSetsOf } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { asConflict } from '#platform/db/conflicts.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';

export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500;

/** Runs `work`; its writes are rolled back when it is refused, and the transaction goes on without them. */
export const trySavepoint = async <T>(
  tx: Executor,
  collection: Collection,
  work: () => Promise<T>,
  isRefused: (error: unknown) => boolean = isRefusal,
): Promise<T> => {
  const labelFor = (key: string) => labelOf(key, collection.fields[key]);
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
