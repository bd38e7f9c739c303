import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.server.ts';
import { corrections } from './corrections.table.server.ts';

/** As the privacy page has it. */
const EMAIL_DAYS = 90;
const SPAM_DAYS = 30;

const olderThan = (days: number) =>
  lt(corrections.decidedAt, sql`now() - make_interval(days => ${days})`);

/** Deletes addresses 90 days after the decision, and spam after 30. */
export const forgetCorrectors = async (db: Database) => {
  await db
    .update(corrections)
    .set({ email: null })
    .where(and(isNotNull(corrections.email), olderThan(EMAIL_DAYS)));
  await db.delete(corrections).where(and(eq(corrections.state, 'spam'), olderThan(SPAM_DAYS)));
};
