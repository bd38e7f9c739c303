import { AsyncLocalStorage } from 'node:async_hooks';

interface Rehearsal {
  query(...args: [string]): Promise<unknown>;
}

const rehearsals = new AsyncLocalStorage<Rehearsal>();

/** The rehearsal in which the work at hand reads, if it does: what it finds is true for nobody else. */
export const currentRehearsal = (): Rehearsal | undefined => rehearsals.getStore();

export const readInRehearsal = <T>(rehearsal: Rehearsal, work: () => Promise<T>): Promise<T> =>
  rehearsals.run(rehearsal, work);
