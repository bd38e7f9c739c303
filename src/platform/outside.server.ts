import type { Executor } from './db/database.server.ts';
import { AppError } from './errors.ts';
import { askOutside } from './for-person.server.ts';

/** Questions of the tries of one `transact` to services outside, still without a response. */
interface Tries {
  waiting: Map<string, () => Promise<void>>;
}

const MAX_TRIES = 3;

const triesOf = new WeakMap<object, Tries>();

/** Ends a try; only the last one's is ever seen. */
class AnswersMissing extends AppError {
  constructor() {
    super('conflict', 'This was changed again and again while it was checked. Please try again');
  }
}

export type Answer<T> = { is: 'known'; value: T } | { is: 'waiting' } | { is: 'too many' };

/**
 * Asks somebody outside for what a transaction needs, while no transaction is open. The first try notes all that it
 * misses and is rolled back; then it is asked for, and the next try knows it.
 */
export const createOutside = <T>(
  name: string,
  { ask, max }: { ask: (key: string, signal?: AbortSignal) => Promise<T>; max: number },
) => {
  const told = new WeakMap<Tries, Map<string, T>>();
  return (tx: Executor, key: string): Answer<T> => {
    const tries = triesOf.get(tx);
    if (!tries) throw new Error(`${name}: this transaction was not begun by transact`);
    const known = told.get(tries) ?? new Map<string, T>();
    told.set(tries, known);
    const value = known.get(key);
    if (value !== undefined) return { is: 'known', value };
    const place = `${name} ${key}`;
    if (!tries.waiting.has(place) && known.size + tries.waiting.size >= max)
      return { is: 'too many' };
    tries.waiting.set(place, async () => {
      known.set(key, await askOutside((signal) => ask(key, signal)));
    });
    return { is: 'waiting' };
  };
};

/** Goes no further in a try that has to be made again. */
export const requireAnswers = (tx: Executor) => {
  if ((triesOf.get(tx)?.waiting.size ?? 0) > 0) throw new AnswersMissing();
};

/** Tries again as soon as what was missing is known. */
export const tryWithAnswers = async <T>(
  attempt: (begin: (tx: Executor) => void) => Promise<T>,
): Promise<T> => {
  const tries: Tries = { waiting: new Map() };
  for (let count = 1; ; count += 1) {
    try {
      return await attempt((tx) => triesOf.set(tx, tries));
    } catch (error) {
      if (!(error instanceof AnswersMissing) || count === MAX_TRIES) throw error;
      const asked = [...tries.waiting.values()];
      tries.waiting.clear();
      await Promise.all(asked.map((ask) => ask()));
    }
  }
};
