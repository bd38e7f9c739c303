import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, lt, sql } from 'drizzle-orm';
import type * as z from 'zod';
import { recordActivity } from '#modules/activity/record.server.ts';
import { announceChange, transact } from '#platform/changes.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import { WEBHOOKS_KEY } from './queue-webhooks.server.ts';
import type { deliveriesQuery, newWebhookSchema, webhookChangeSchema } from './webhooks.schema.ts';
import { webhookDeliveries, webhooks } from './webhooks.tables.server.ts';

const MAX_WEBHOOKS = 20;
const RESTORED = 'It came from a backup, which holds no secrets: make a new one';

type Row = typeof webhooks.$inferSelect;
type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** As Standard Webhooks writes it. */
const makeSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

const isWaiting = eq(webhookDeliveries.state, 'waiting');

const present = async (db: Executor, { signingSecret, ...row }: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  pausedAt:
    (row.pausedAt ?? (signingSecret === null ? row.createdAt : null))?.toISOString() ?? null,
  pauseReason: signingSecret === null ? RESTORED : row.pauseReason,
  failingSince: row.failingSince?.toISOString() ?? null,
  waiting: await db.$count(
    webhookDeliveries,
    and(eq(webhookDeliveries.webhookId, row.id), isWaiting),
  ),
});

const presentDelivery = ({
  webhookId: _hook,
  beatAt: _beat,
  slug: _slug,
  ...row
}: DeliveryRow) => ({
  ...row,
  at: row.at.toISOString(),
  nextAt: row.state === 'waiting' ? row.nextAt.toISOString() : null,
  endedAt: row.endedAt?.toISOString() ?? null,
});

export const listWebhooks = async (db: Database) => {
  const rows = await db.select().from(webhooks).orderBy(asc(webhooks.id));
  return Promise.all(rows.map((row) => present(db, row)));
};

const requireWebhook = async (tx: Executor, id: number): Promise<Row> => {
  const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update');
  if (!row) throw notFound('Webhook');
  return row;
};

export const makeWebhook = (
  db: Database,
  viewer: Viewer,
  asked: z.output<typeof newWebhookSchema>,
) =>
  transact(db, async (tx) => {
    if ((await tx.$count(webhooks)) >= MAX_WEBHOOKS) {
      throw new AppError(
        'conflict',
        `There are ${MAX_WEBHOOKS} webhooks already. Delete one first.`,
      );
    }
    const secret = makeSecret();
    const [row] = await tx
      .insert(webhooks)
      .values({ ...asked, signingSecret: secret })
      .returning();
    if (!row) throw notFound('Webhook');
    const { url: title, events } = row;
    await recordActivity(tx, viewer, { action: 'webhook made', title, details: { events } });
    return { ...(await present(tx, row)), secret };
  });

/** Going on after a pause, all that waited is sent at once. */
const resume = async (tx: Executor, id: number) => {
  await tx
    .update(webhookDeliveries)
    .set({ nextAt: sql`now()`, attempts: 0 })
    .where(and(eq(webhookDeliveries.webhookId, id), isWaiting));
  await announceChange(tx, [WEBHOOKS_KEY]);
  return { pausedAt: null, pauseReason: null, failingSince: null };
};

export const changeWebhook = (
  db: Database,
  viewer: Viewer,
  id: number,
  { isPaused, ...values }: z.output<typeof webhookChangeSchema>,
) =>
  transact(db, async (tx) => {
    const before = await requireWebhook(tx, id);
    const wasPaused = before.pausedAt !== null;
    const pausing = isPaused ? { pausedAt: before.pausedAt ?? new Date(), pauseReason: null } : {};
    const going = isPaused === false && wasPaused ? await resume(tx, id) : {};
    const [row] = await tx
      .update(webhooks)
      // At least one column has to be named.
      .set({ url: before.url, ...values, ...pausing, ...going })
      .where(eq(webhooks.id, id))
      .returning();
    if (!row) throw notFound('Webhook');
    await recordActivity(tx, viewer, {
      action: isPaused && !wasPaused ? 'webhook paused' : 'webhook changed',
      title: row.url,
      details: { events: row.events, isPaused: row.pausedAt !== null },
    });
    return present(tx, row);
  });

export const renewSecret = (db: Database, viewer: Viewer, id: number) =>
  transact(db, async (tx) => {
    await requireWebhook(tx, id);
    const secret = makeSecret();
    const isThis = eq(webhooks.id, id);
    const [row] = await tx
      .update(webhooks)
      .set({ signingSecret: secret })
      .where(isThis)
      .returning();
    if (!row) throw notFound('Webhook');
    const details = { fields: ['secret'] };
    await recordActivity(tx, viewer, { action: 'webhook changed', title: row.url, details });
    await announceChange(tx, [WEBHOOKS_KEY]);
    return { ...(await present(tx, row)), secret };
  });

export const deleteWebhook = (db: Database, viewer: Viewer, id: number) =>
  transact(db, async (tx) => {
    const { url: title } = await requireWebhook(tx, id);
    await tx.delete(webhooks).where(eq(webhooks.id, id));
    await recordActivity(tx, viewer, { action: 'webhook deleted', title });
  });

/** Newest first. */
export const listDeliveries = async (
  db: Database,
  id: number,
  { limit, before }: z.output<typeof deliveriesQuery>,
) => {
  if ((await db.$count(webhooks, eq(webhooks.id, id))) === 0) throw notFound('Webhook');
  const isBefore = before === undefined ? undefined : lt(webhookDeliveries.id, before);
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, id), isBefore))
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit);
  return rows.map(presentDelivery);
};

/** A delivery of its own with the same message: the log of the first one stays. */
export const resendDelivery = (db: Database, viewer: Viewer, id: number, deliveryId: number) =>
  transact(db, async (tx) => {
    const hook = await requireWebhook(tx, id);
    if (hook.pausedAt || hook.signingSecret === null) {
      throw new AppError('conflict', 'This webhook pauses. Let it go on first.');
    }
    const isThis = and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.id, deliveryId));
    const [first] = await tx.select().from(webhookDeliveries).where(isThis);
    if (!first) throw notFound('Delivery');
    if (first.state === 'waiting') throw new AppError('conflict', 'This delivery waits already.');
    const { messageId, event, at, collection, itemId, slug, path, job } = first;
    const same = { webhookId: id, messageId, event, at, collection, itemId, slug, path, job };
    const [again] = await tx.insert(webhookDeliveries).values(same).returning();
    if (!again) throw notFound('Delivery');
    const details = { sentAgain: event };
    await recordActivity(tx, viewer, { action: 'webhook changed', title: hook.url, details });
    await announceChange(tx, [WEBHOOKS_KEY]);
    return presentDelivery(again);
  });
