import { and, eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Effect } from '#kit/behaviour.server.ts';
import { isPublic } from '#kit/is-public.ts';
import { hasSave } from '#modules/drafts/item-drafts.server.ts';
import { itemDrafts } from '#modules/drafts/item-drafts.table.server.ts';
import { queueMail } from '#modules/mail/mail-queue.server.ts';
import type { Mail } from '#modules/mail/mailer.server.ts';
import { isAt, type Place } from '#modules/place.server.ts';
import type { Settings } from '#platform/env.server.ts';
import type { JobType } from '#platform/jobs/job-type.server.ts';
import { enqueue } from '#platform/jobs/queue.server.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { CorrectionState } from './corrections.schema.ts';
import { corrections } from './corrections.table.server.ts';

type Row = typeof corrections.$inferSelect;

const WORDS: Partial<Record<CorrectionState, string>> = {
  changed: 'We accepted it and changed the page.',
  refused: 'We looked into it and leave the page as it is.',
};

/** The one e-mail that a corrector gets; null where nobody asked for one, or nothing is public yet. */
const writeAnswer = (
  { title, path, reason, email, state }: Row,
  { siteName, siteUrl }: { siteName: string; siteUrl: string },
): Mail | null => {
  const words = WORDS[state];
  if (!email || !words) return null;
  return {
    to: email,
    subject: `Your correction to ${siteName}: ${title}`,
    blocks: [
      `You reported that something is wrong on this page of ${siteName}:`,
      { link: siteUrl + path },
      words,
      ...(reason ? [`Our reason: ${reason}`] : []),
      'Every decision is in our public ledger, without names:',
      { link: `${siteUrl}/corrections` },
      'This is the only e-mail about it. Your address is deleted 90 days from now.',
    ],
  };
};

const ANSWER = 'correction-answer';
const answerData = z.object({ id: z.int() });

/** The answer is written when the job runs, since the change of an item knows nothing of mail. */
export const queueAnswer = async (tx: Tx, { id, email, state }: Row) => {
  if (email && WORDS[state]) await enqueue(tx, { name: ANSWER, data: { id } });
};

export const answerJob = (settings: Settings): JobType => ({
  name: ANSWER,
  retryInS: [],
  workIn: async (tx, { data }) => {
    const isOne = eq(corrections.id, answerData.parse(data).id);
    const [row] = await tx.select().from(corrections).where(isOne).for('update');
    const mail = row && !row.isAnswered ? writeAnswer(row, settings.site) : null;
    if (!mail || !(await queueMail(tx, settings, mail))) return;
    await tx.update(corrections).set({ isAnswered: true }).where(isOne);
  },
});

const isWaitingAt = (place: Place) =>
  and(eq(corrections.state, 'accepted'), isAt(corrections, place));

/** Nothing was changed: what was accepted for it is open again. */
export const reopenCorrections = async (tx: Tx, place: Place) => {
  await tx
    .update(corrections)
    .set({ state: 'open', decidedAt: null, reason: null, collection: null, itemId: null })
    .where(isWaitingAt(place));
};

/** What was accepted becomes public with the change of its item; while a draft waits, another change is no answer. */
export const answerCorrections: Effect = async ({ before, after }, collection, tx) => {
  const item = after ?? before;
  if (!item || !before) return;
  if (!isPublic(collection, before) && !isPublic(collection, after)) return;
  const place = { collection: collection.name, itemId: item.id };
  const waiting = await tx
    .select({ id: corrections.id })
    .from(corrections)
    .where(isWaitingAt(place));
  if (waiting.length === 0) return;
  if (after && (await tx.$count(itemDrafts, and(isAt(itemDrafts, place), hasSave))) > 0) return;
  const isChanged = Object.keys(collection.fields).some(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after?.[key]),
  );
  if (!isChanged) return reopenCorrections(tx, place);
  const ids = waiting.map(({ id }) => id);
  const answered = await tx
    .update(corrections)
    .set({ state: 'changed', decidedAt: sql`now()` })
    .where(inArray(corrections.id, ids))
    .returning();
  for (const row of answered) await queueAnswer(tx, row);
};
