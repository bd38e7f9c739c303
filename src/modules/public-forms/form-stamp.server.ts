import * as z from 'zod';
import { sealFor, unsealAs } from '#modules/auth/sealed.server.ts';
import type { Database } from '#platform/db/database.server.ts';

const DAY_MS = 86_400_000;
/** A person reads a form before sending it; a program does not. */
const QUICKEST_MS = 3000;

const stampSchema = z.object({ opened: z.number() });

/** The sealed moment at which a form was opened: nobody can make one up, and it ends after a day. */
export const createFormStamps = (db: Database) => ({
  make: () => sealFor(db, { opened: Date.now() }, DAY_MS),
  /** Whether a form with this stamp was open for as long as a person needs, and for a day at most. */
  isGood: async (stamp: string): Promise<boolean> => {
    const opened = await unsealAs(db, stampSchema, stamp);
    return opened !== undefined && Date.now() - opened.opened >= QUICKEST_MS;
  },
});
