import { and, asc, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { isPublic, visibilityPatch } from '#kit/is-public.ts';
import { requireVersion } from '#kit/revisions.server.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { tryOut } from '#modules/attempts.server.ts';
import {
  findDraft,
  readStanding,
  requireDraftVersion,
  type Standing,
} from '#modules/drafts/item-drafts.server.ts';
import {
  findStored,
  isAt,
  keyOf,
  type Place,
  placeOf,
  type Subject,
  signedBy,
} from '#modules/place.server.ts';
import { announceChange } from '#platform/changes.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { AppError, invalid, notFound, orNotFound } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import { schedule } from './schedule.table.server.ts';
import { findPlannedReleases } from './scheduled-by.server.ts';

/** Told to every node, so that each knows when to run. */
export const SCHEDULE_KEY = 'schedule';
const RETENTION_DAYS = 30;

export type Entry = typeof schedule.$inferSelect;

interface Times {
  publishAt?: string | undefined;
  unpublishAt?: string | undefined;
}

interface ScheduleTarget extends CollectionParts {
  id: number;
  viewer: Viewer;
  version?: number | undefined;
  /** The save of the draft that was seen, 0 for none. */
  draftVersion?: number | undefined;
  isConfirmed: boolean;
}

const isPublishing = eq(schedule.action, 'publish');
export const isWaiting = eq(schedule.state, 'waiting');
const isOpen = ne(schedule.state, 'done');

const checkTimes = ({ publishAt, unpublishAt }: Times, now: Date) => {
  const [start, end] = [publishAt, unpublishAt].map((at) => (at ? new Date(at) : undefined));
  const past = 'This moment has passed already';
  const problems = {
    ...(start && start <= now ? { publishAt: past } : {}),
    ...(end && end <= now ? { unpublishAt: past } : {}),
    ...(start && end && start >= end
      ? { unpublishAt: 'It has to be published before it is unpublished' }
      : {}),
    ...(start || end ? {} : { publishAt: 'Say when' }),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
};

/** The draft as it is now, or the unpublished item as it is now: that, and nothing later, goes live. */
const planPublishing = async (
  db: Executor,
  collection: Collection,
  item: AnyItem,
  draftVersion: number | undefined,
) => {
  const draft = await findDraft(db, { collection, id: item.id });
  requireDraftVersion(item, draft, draftVersion);
  if (!draft && isPublic(collection, item)) {
    throw new AppError('conflict', 'This is published already, and no draft of it waits');
  }
  return {
    fields: draft?.fields ?? {},
    baseVersion: draft?.baseVersion ?? item.version,
    draftVersion: draft?.version ?? null,
  };
};

/** Only an item public by then can be unpublished. */
const requirePublishing = async (db: Executor, place: Place, times: Times) => {
  const isIt = and(isAt(schedule, place), isPublishing, isWaiting);
  const [publishing] = await db.select().from(schedule).where(isIt);
  if (!publishing) {
    throw new AppError('conflict', 'This is not published, so that it cannot be unpublished');
  }
  checkTimes({ ...times, publishAt: publishing.at.toISOString() }, new Date(0));
};

/** Replaces waiting and failed entries of its kind. */
const put = async (tx: Executor, entry: typeof schedule.$inferInsert) => {
  const isSame = and(isAt(schedule, entry), eq(schedule.action, entry.action));
  await tx.delete(schedule).where(and(isSame, isOpen));
  await tx.insert(schedule).values(entry);
};

export const scheduleItem = async (
  { collection, writer, id, viewer, isConfirmed, ...seen }: ScheduleTarget,
  db: Database,
  times: Times,
  now = new Date(),
) => {
  const place = placeOf({ collection, id });
  checkTimes(times, now);
  const item = orNotFound(await findStored(db, { collection, id }), collection.label.one);
  requireVersion(item, seen.version);
  const planned = times.publishAt
    ? await planPublishing(db, collection, item, seen.draftVersion)
    : null;
  if (planned) {
    // Refusals are told early.
    const at = { id, version: planned.baseVersion, isConfirmed };
    const change = { ...planned.fields, ...visibilityPatch(collection, true) };
    await tryOut(writer.inTransaction, (tx) => writer.updateIn(tx, viewer, at, change));
  } else if (!isPublic(collection, item)) await requirePublishing(db, place, times);
  const title = String(planned?.fields[collection.title] ?? item[collection.title] ?? '');
  const action = 'scheduled';
  const shared = { ...place, title, isConfirmed, ...signedBy(viewer) };
  const unpublishing = { ...shared, action: 'unpublish', fields: {} } as const;
  await writer.inTransaction(async (tx) => {
    if (planned && times.publishAt)
      await put(tx, { ...shared, action: 'publish', at: new Date(times.publishAt), ...planned });
    if (times.unpublishAt) await put(tx, { ...unpublishing, at: new Date(times.unpublishAt) });
    await recordActivity(tx, viewer, { action, ...place, title, details: { ...times } });
    await announceChange(tx, [SCHEDULE_KEY]);
  });
  return listSchedule(db, [collection], place);
};

/** Takes entries off the schedule; resolves to whether there were any. */
const cancel = async (tx: Executor, viewer: Viewer, which: ReturnType<typeof and>) => {
  const [gone] = await tx.delete(schedule).where(which).returning();
  if (!gone) return false;
  const { collection, itemId, title } = gone;
  const action = 'schedule cancelled';
  await recordActivity(tx, viewer, { action, collection, itemId, title });
  await announceChange(tx, [SCHEDULE_KEY]);
  return true;
};

export const cancelSchedule = (
  { collection, writer, id }: Pick<ScheduleTarget, 'collection' | 'writer' | 'id'>,
  viewer: Viewer,
): Promise<void> =>
  writer.inTransaction(async (tx) => {
    const which = and(isAt(schedule, placeOf({ collection, id })), isOpen);
    if (!(await cancel(tx, viewer, which))) throw notFound('Schedule');
  });

/** A draft that is discarded does not go live by its scheduled copy. */
export const cancelPublishing = (tx: Executor, subject: Subject, viewer: Viewer) => {
  const isOfDraft = and(isPublishing, isWaiting, isNotNull(schedule.draftVersion));
  return cancel(tx, viewer, and(isAt(schedule, placeOf(subject)), isOfDraft));
};

type Told = Omit<Entry, 'fields' | 'baseVersion' | 'draftVersion' | 'isConfirmed' | 'createdAt'>;

const toResponse = (entry: Told, isOutdated: boolean) => {
  const { id, collection, itemId, title, action, at, state, problem, userEmail, endedAt } = entry;
  const place = { id, collection, itemId, title };
  return { ...place, action, at, state, problem, isOutdated, scheduledBy: userEmail, endedAt };
};

/** Whether the item or its draft changed since: the entry holds the older text. */
const isOld = (entry: Entry, found: Standing | undefined) => {
  if (entry.state !== 'waiting' || entry.action !== 'publish') return false;
  if (found?.item.version !== entry.baseVersion) return true;
  return entry.draftVersion !== null && found.draft?.version !== entry.draftVersion;
};

/** Waiting, failed and recently done entries, in the order of time; without a place those of releases, too. */
export const listSchedule = async (
  db: Database,
  registry: readonly Collection[],
  place?: Place,
) => {
  const isRecent = gt(schedule.endedAt, sql`now() - make_interval(days => ${RETENTION_DAYS})`);
  const rows = await db
    .select()
    .from(schedule)
    .where(and(or(isOpen, isRecent), place && isAt(schedule, place)))
    .orderBy(asc(schedule.at), asc(schedule.id));
  const standing = await readStanding(db, registry, rows);
  const entries = rows.map((row) => toResponse(row, isOld(row, standing.get(keyOf(row)))));
  if (place) return entries;
  const planned = (await findPlannedReleases(db)).map((release) => toResponse(release, false));
  return [...entries, ...planned].toSorted((a, b) => a.at.getTime() - b.at.getTime());
};

/** Done entries are kept for 30 days; the activity keeps them longer. */
export const forgetDone = async (db: Executor) => {
  const isOld = sql`${schedule.endedAt} < now() - make_interval(days => ${RETENTION_DAYS})`;
  await db.delete(schedule).where(and(eq(schedule.state, 'done'), isOld));
};
