import { and, asc, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { isPublic, visibilityPatch } from '#kit/is-public.ts';
import { requireVersion } from '#kit/revisions.server.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import { tableOf } from '#kit/table.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { findDraft, requireDraftVersion } from '#modules/drafts/item-drafts.server.ts';
import { announceChange } from '#platform/changes.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { AppError, invalid, notFound } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import { schedule } from './schedule.table.server.ts';
import { findPlannedReleases } from './scheduled-by.server.ts';

/** Told to every node, so that each knows when to run. */
export const SCHEDULE_KEY = 'schedule';
const RETENTION_DAYS = 30;

export type Entry = typeof schedule.$inferSelect;

export interface Times {
  publishAt?: string | undefined;
  unpublishAt?: string | undefined;
}

export interface ScheduleTarget {
  id: number;
  viewer: Viewer;
  version?: number | undefined;
  /** The save of the draft that was seen, 0 for none. */
  draftVersion?: number | undefined;
  isConfirmed: boolean;
}

const isOf = (collection: string, itemId: number) =>
  and(eq(schedule.collection, collection), eq(schedule.itemId, itemId));

const checkTimes = ({ publishAt, unpublishAt }: Times, now: Date) => {
  const past = 'This moment has passed already';
  const problems = {
    ...(publishAt && new Date(publishAt) <= now ? { publishAt: past } : {}),
    ...(unpublishAt && new Date(unpublishAt) <= now ? { unpublishAt: past } : {}),
    ...(publishAt && unpublishAt && new Date(publishAt) >= new Date(unpublishAt)
      ? { unpublishAt: 'It has to be published before it is unpublished' }
      : {}),
    ...(publishAt || unpublishAt ? {} : { publishAt: 'Say when' }),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
};

/** Undoes everything that a trial did. */
class TrialOver extends Error {}

/** A trial run reports refusals early. */
const tryOut = async ({ writer }: CollectionParts, target: ScheduleTarget, planned: Planned) => {
  const { id, viewer, isConfirmed } = target;
  const over = new TrialOver();
  await writer
    .inTransaction(async (tx) => {
      const at = { id, version: planned.baseVersion, isConfirmed };
      await writer.updateIn(tx, viewer, at, planned.change);
      throw over;
    })
    .catch((error: unknown) => {
      if (error !== over) throw error;
    });
};

interface Planned {
  fields: Record<string, unknown>;
  /** The fields, and that it is public. */
  change: Record<string, unknown>;
  baseVersion: number;
  draftVersion: number | null;
}

/** The draft as it is now, or the unpublished item as it is now: that, and nothing later, goes live. */
const planPublishing = async (
  db: Executor,
  collection: Collection,
  item: AnyItem,
  draftVersion: number | undefined,
): Promise<Planned> => {
  const draft = await findDraft(db, { collection, id: item.id });
  requireDraftVersion(item, draft, draftVersion);
  if (!draft && isPublic(collection, item)) {
    throw new AppError('conflict', 'This is published already, and no draft of it waits');
  }
  const fields = draft?.fields ?? {};
  return {
    fields,
    change: { ...fields, ...visibilityPatch(collection, true) },
    baseVersion: draft?.baseVersion ?? item.version,
    draftVersion: draft?.version ?? null,
  };
};

const readItem = async (db: Executor, collection: Collection, id: number): Promise<AnyItem> => {
  const table = tableOf(collection);
  const [item] = await db.select().from(table).where(eq(table.id, id));
  if (!item) throw notFound(collection.label.one);
  return item;
};

/** Only an item public by then can be unpublished. */
const requirePublishing = async (db: Executor, name: string, id: number, times: Times) => {
  const isWaiting = and(eq(schedule.action, 'publish'), eq(schedule.state, 'waiting'));
  const [publishing] = await db
    .select()
    .from(schedule)
    .where(and(isOf(name, id), isWaiting));
  if (!publishing) {
    throw new AppError('conflict', 'This is not published, so that it cannot be unpublished');
  }
  checkTimes({ ...times, publishAt: publishing.at.toISOString() }, new Date(0));
};

/** Replaces waiting and failed entries of its kind. */
const put = async (tx: Executor, entry: typeof schedule.$inferInsert) => {
  await tx
    .delete(schedule)
    .where(
      and(
        isOf(entry.collection, entry.itemId),
        eq(schedule.action, entry.action),
        ne(schedule.state, 'done'),
      ),
    );
  await tx.insert(schedule).values(entry);
};

export const scheduleItem = async (
  parts: CollectionParts,
  db: Database,
  target: ScheduleTarget,
  times: Times,
  now = new Date(),
) => {
  const { collection, writer } = parts;
  const { id, viewer, isConfirmed } = target;
  checkTimes(times, now);
  const item = await readItem(db, collection, id);
  requireVersion(item, target.version);
  const planned = times.publishAt
    ? await planPublishing(db, collection, item, target.draftVersion)
    : null;
  if (planned) await tryOut(parts, target, planned);
  else if (!isPublic(collection, item)) await requirePublishing(db, collection.name, id, times);
  const shared = {
    collection: collection.name,
    itemId: id,
    title: String(planned?.fields[collection.title] ?? item[collection.title] ?? ''),
    isConfirmed,
    userId: viewer?.id ?? null,
    userEmail: viewer?.email ?? null,
  };
  await writer.inTransaction(async (tx) => {
    if (planned && times.publishAt) {
      const { fields, baseVersion, draftVersion } = planned;
      const at = new Date(times.publishAt);
      await put(tx, { ...shared, action: 'publish', at, fields, baseVersion, draftVersion });
    }
    if (times.unpublishAt) {
      const at = new Date(times.unpublishAt);
      await put(tx, { ...shared, action: 'unpublish', at, fields: {} });
    }
    await recordActivity(tx, viewer, {
      action: 'scheduled',
      collection: collection.name,
      itemId: id,
      title: shared.title,
      details: { ...times },
    });
    await announceChange(tx, [SCHEDULE_KEY]);
  });
  return listSchedule(db, [collection], { collection: collection.name, itemId: id });
};

const recordCancelled = (tx: Executor, { collection, itemId, title }: Entry, viewer: Viewer) =>
  recordActivity(tx, viewer, { action: 'schedule cancelled', collection, itemId, title });

/** Deletes waiting and failed entries. */
export const cancelSchedule = async (
  { collection, writer }: CollectionParts,
  id: number,
  viewer: Viewer,
): Promise<void> => {
  await writer.inTransaction(async (tx) => {
    await announceChange(tx, [SCHEDULE_KEY]);
    const [gone] = await tx
      .delete(schedule)
      .where(and(isOf(collection.name, id), ne(schedule.state, 'done')))
      .returning();
    if (!gone) throw notFound('Schedule');
    await recordCancelled(tx, gone, viewer);
  });
};

/** A draft that is discarded does not go live by its scheduled copy. */
export const cancelPublishing = async (
  tx: Executor,
  { collection, id }: { collection: Collection; id: number },
  viewer: Viewer,
): Promise<void> => {
  const [gone] = await tx
    .delete(schedule)
    .where(
      and(
        isOf(collection.name, id),
        eq(schedule.action, 'publish'),
        eq(schedule.state, 'waiting'),
        isNotNull(schedule.draftVersion),
      ),
    )
    .returning();
  if (!gone) return;
  await recordCancelled(tx, gone, viewer);
  await announceChange(tx, [SCHEDULE_KEY]);
};

type Told = Omit<Entry, 'fields' | 'baseVersion' | 'draftVersion' | 'isConfirmed' | 'createdAt'>;

const toResponse = (entry: Told, isOutdated: boolean) => ({
  id: entry.id,
  collection: entry.collection,
  itemId: entry.itemId,
  title: entry.title,
  action: entry.action,
  at: entry.at,
  state: entry.state,
  problem: entry.problem,
  isOutdated,
  scheduledBy: entry.userEmail,
  endedAt: entry.endedAt,
});

/** Whether the item or its draft changed since: the entry holds the older text. */
const checkOutdated = async (db: Executor, collection: Collection, entry: Entry) => {
  if (entry.state !== 'waiting' || entry.action !== 'publish') return false;
  const item = await readItem(db, collection, entry.itemId).catch(() => null);
  if (item?.version !== entry.baseVersion) return true;
  const draft = await findDraft(db, { collection, id: entry.itemId });
  return entry.draftVersion !== null && draft?.version !== entry.draftVersion;
};

/** Waiting, failed and recently done entries, in the order of time; without `of` those of releases, too. */
export const listSchedule = async (
  db: Database,
  registry: readonly Collection[],
  of?: { collection: string; itemId: number },
) => {
  const isRecent = or(
    ne(schedule.state, 'done'),
    gt(schedule.endedAt, sql`now() - make_interval(days => ${RETENTION_DAYS})`),
  );
  const rows = await db
    .select()
    .from(schedule)
    .where(and(isRecent, of ? isOf(of.collection, of.itemId) : undefined))
    .orderBy(asc(schedule.at), asc(schedule.id));
  const entries = await Promise.all(
    rows.map(async (entry) => {
      const collection = registry.find(({ name }) => name === entry.collection);
      return toResponse(entry, collection ? await checkOutdated(db, collection, entry) : false);
    }),
  );
  if (of) return entries;
  const planned = (await findPlannedReleases(db)).map((release) => toResponse(release, false));
  return [...entries, ...planned].toSorted((a, b) => a.at.getTime() - b.at.getTime());
};

/** Done entries are kept for 30 days; the activity keeps them longer. */
export const forgetDone = async (db: Executor) => {
  const isOld = sql`${schedule.endedAt} < now() - make_interval(days => ${RETENTION_DAYS})`;
  await db.delete(schedule).where(and(eq(schedule.state, 'done'), isOld));
};
