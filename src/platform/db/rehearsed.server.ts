import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

interface Rehearsal {
  query(...args: [string]): Promise<unknown>;
}

const rehearsals = new AsyncLocalStorage<Rehearsal>();

/** The rehearsal in which the work at hand reads, if it does: what it finds is true for nobody else. */
export const currentRehearsal = (): object | undefined => rehearsals.getStore();

export const readInRehearsal = <T>(rehearsal: Rehearsal, work: () => Promise<T>): Promise<T> =>
  rehearsals.run(rehearsal, work);

/** Statements of a rehearsal are asked of its own transaction. */
export const withRehearsals = (pool: pg.Pool): pg.Pool => {
  const query: Rehearsal['query'] = pool.query.bind(pool);
  return Object.assign(pool, {
    query: (...args: [string]) => (rehearsals.getStore()?.query ?? query)(...args),
  });
};
