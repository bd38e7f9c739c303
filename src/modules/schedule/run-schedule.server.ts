import { and, asc, eq, lte, min } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { visibilityPatch } from '#kit/is-public.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { forgetDraft, lockDraft } from '#modules/drafts/item-drafts.server.ts';
import { onChange, transact } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { type Entry, SCHEDULE_KEY } from './schedule.server.ts';
import { schedule } from './schedule.table.server.ts';

type Parts = Pick<AppParts, 'connection' | 'content' | 'log'>;

/** Also without a word of other nodes: what is due is done within this time. */
const LONGEST_WAIT_MS = 30_000;
const AT_ONCE = 50;

const MOVED =
  'It was changed after it was scheduled, so that nothing was overwritten. Look at both texts and schedule it again.';

const viewerOf = ({ userId, userEmail }: Entry) =>
  userId === null ? null : { id: userId, email: userEmail ?? '', role: 'publisher' as const };

const publish = async (tx: Executor, { collection, writer }: CollectionParts, entry: Entry) => {
  const { itemId: id, fields, baseVersion, draftVersion, isConfirmed } = entry;
  const at = { id, version: baseVersion ?? undefined, isConfirmed, isScheduled: true };
  const change = { ...fields, ...visibilityPatch(collection, true) };
  // A draft that went on since waits on, and its review with it.
  const { draft } = await lockDraft(tx, { collection, id });
  if (draft?.version === draftVersion) {
    await forgetDraft(tx, { collection: collection.name, itemId: id });
  }
  await writer.updateIn(tx, viewerOf(entry), at, change);
};

const unpublish = (tx: Executor, { collection, writer }: CollectionParts, entry: Entry) =>
  writer.updateIn(
    tx,
    viewerOf(entry),
    { id: entry.itemId, isScheduled: true },
    visibilityPatch(collection, false),
  );

const carryOut = async (tx: Executor, parts: CollectionParts, entry: Entry) => {
  if (entry.action === 'publish') return publish(tx, parts, entry);
  if (entry.action === 'unpublish') return unpublish(tx, parts, entry);
  return parts.writer.announceIn(tx, entry.itemId);
};

const explain = ({ code, message, fields }: AppError): string =>
  code === 'changed' ? MOVED : [message, ...Object.values(fields ?? {})].join('. ');

const recordFailure = (tx: Executor, { collection, itemId, title, action, userEmail }: Entry) =>
  recordActivity(tx, null, {
    action: 'schedule failed',
    collection,
    itemId,
    title,
    details: { to: action, scheduledBy: userEmail },
  });

/** Once, however many nodes try: whoever locks the row does it, in the transaction that ends it. */
const runOne = async ({ content, connection }: Parts, { id, collection }: Entry, now: Date) => {
  const isWaiting = and(eq(schedule.id, id), eq(schedule.state, 'waiting'));
  try {
    const parts = content.partsOf(collection);
    await parts.writer.inTransaction(async (tx) => {
      const [entry] = await tx
        .select()
        .from(schedule)
        .where(isWaiting)
        .for('update', { skipLocked: true });
      if (!entry) return;
      await carryOut(tx, parts, entry);
      await tx.update(schedule).set({ state: 'done', endedAt: now }).where(isWaiting);
    });
  } catch (error) {
    // What a person can mend is kept and shown; what the server fails at is tried again.
    if (!(error instanceof AppError)) throw error;
    await transact(connection.db, async (tx) => {
      const [failed] = await tx
        .update(schedule)
        .set({ state: 'failed', endedAt: now, problem: explain(error) })
        .where(isWaiting)
        .returning();
      if (failed) await recordFailure(tx, failed);
    });
  }
};

/** Does all that is due, the earliest first; what the server fails at holds nothing else up. */
export const runDue = async (parts: Parts, now = new Date()): Promise<void> => {
  const due = await parts.connection.db
    .select()
    .from(schedule)
    .where(and(eq(schedule.state, 'waiting'), lte(schedule.at, now)))
    .orderBy(asc(schedule.at), asc(schedule.id))
    .limit(AT_ONCE);
  const failures: unknown[] = [];
  for (const entry of due) {
    await runOne(parts, entry, now).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
};

const nextIn = async ({ connection }: Parts): Promise<number> => {
  const [next] = await connection.db
    .select({ at: min(schedule.at) })
    .from(schedule)
    .where(eq(schedule.state, 'waiting'));
  const wait = next?.at ? next.at.getTime() - Date.now() : LONGEST_WAIT_MS;
  return Math.min(LONGEST_WAIT_MS, Math.max(100, wait));
};

/** Every node may run it: at the start what became due meanwhile, then each entry at its time. */
export const startSchedule = (parts: Parts): { stop(): void } => {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isStopped = false;
  let isFailing = false;

  const runIn = (ms: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void tick(), ms).unref();
  };

  const tick = async () => {
    if (isRunning) return;
    isRunning = true;
    let wait = LONGEST_WAIT_MS;
    try {
      await runDue(parts);
      wait = await nextIn(parts);
      isFailing = false;
    } catch (err) {
      if (!isFailing && !isStopped) parts.log.warn({ err }, 'the schedule could not be run');
      isFailing = true;
    } finally {
      isRunning = false;
      runIn(wait);
    }
  };

  const stopListening = onChange((keys) => {
    if (keys.includes(SCHEDULE_KEY) && !isRunning) runIn(0);
  });
  runIn(0);

  return {
    stop: () => {
      isStopped = true;
      stopListening();
      clearTimeout(timer);
    },
  };
};
