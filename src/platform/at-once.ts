import { tooMany } from './errors.ts';

const RETRY_SECONDS = 5;

/** Lets each person have so many pieces of work under way; one more is refused. */
export const limitAtOnce = (max: number) => {
  const running = new Map<number, number>();
  return async <T>(person: number, work: () => Promise<T>): Promise<T> => {
    const count = running.get(person) ?? 0;
    if (count >= max) throw tooMany(RETRY_SECONDS);
    running.set(person, count + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(person) ?? 1) - 1;
      if (left === 0) running.delete(person);
      else running.set(person, left);
    }
  };
};
