import { readSealingKey, seal, unseal } from '#modules/auth/sealed.server.ts';
import type { Database } from '#platform/db/database.server.ts';

const DAY_MS = 86_400_000;
/** A person reads a form before sending it; a program does not. */
const QUICKEST_MS = 3000;

/** The sealed moment at which a form was opened: nobody can make one up, and it ends after a day. */
export const createFormStamps = (db: Database) => {
  let key: Promise<Buffer> | undefined;
  const readKey = () => {
    key ??= readSealingKey(db).catch((error) => {
      // The next form tries again.
      key = undefined;
      throw error;
    });
    return key;
  };
  return {
    make: async () => seal(await readKey(), { opened: Date.now() }, DAY_MS),
    /** Whether a form with this stamp was open for as long as a person needs, and for a day at most. */
    isGood: async (stamp: string): Promise<boolean> => {
      const value = unseal(await readKey(), stamp);
      if (typeof value !== 'object' || value === null || !('opened' in value)) return false;
      return typeof value.opened === 'number' && Date.now() - value.opened >= QUICKEST_MS;
    },
  };
};
