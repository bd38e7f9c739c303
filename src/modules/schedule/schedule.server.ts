import { and, asc, eq, gt, or, sql } from 'drizzle-orm';
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
  keyOf,
  type Place,
  placeOf,
  type Subject,
  signedBy,
} from '#modules/place.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { AppError, invalid, notFound, orNotFound } from '#platform/errors.ts';
import { jobs } from '#platform/jobs/jobs.table.server.ts';
import { enqueueOnce, isDone, isOpen } from '#platform/jobs/queue.server.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import {
  type Entry,
  isOfItem,
  jobOf,
  type Planned,
  readEntry,
  SCHEDULE,
} from './schedule-entry.server.ts';

const SHOWN_DAYS = 30;

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

const isPublishing = eq(jobs.key, 'publish');
/** It waits, or failed and is not settled. */
const isUnsettled = sql`not (${isDone})`;

const checkTimes = ({ publishAt, unpublishAt }: Times, now: Date) => {
  const start = publishAt ? new Date(publishAt) : undefined;
  const end = unpublishAt ? new Date(unpublishAt) : undefined;
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
  const isIt = and(isOfItem(place), isPublishing, isOpen);
  const [publishing] = await db.select().from(jobs).where(isIt);
  if (!publishing) {
    throw new AppError('conflict', 'This is not published, so that it cannot be unpublished');
  }
  checkTimes({ ...times, publishAt: publishing.runAt.toISOString() }, new Date(0));
};

/** Replaces waiting and failed entries of its kind. */
const put = async (tx: Tx, at: string, planned: Planned) => {
  const isSame = and(isOfItem(planned), eq(jobs.key, planned.action));
  await tx.delete(jobs).where(and(isSame, isUnsettled));
  const job = await enqueueOnce(tx, jobOf(new Date(at), planned));
  if (!job) throw new AppError('conflict', 'Somebody else scheduled this just now');
};

export const scheduleItem = async (
  { collection, writer, lookUp, id, viewer, isConfirmed, ...seen }: ScheduleTarget,
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
    const at = { id, version: planned.baseVersion };
    const change = { ...planned.fields, ...visibilityPatch(collection, true) };
    const lookedUp = await lookUp(viewer, [{ collection, ...at, draft: change }]);
    const how = { isConfirmed, lookedUp };
    await tryOut(writer.inTransaction, (tx) => writer.update(tx, viewer, at, change, how));
  } else if (!isPublic(collection, item)) await requirePublishing(db, place, times);
  const title = String(planned?.fields[collection.title] ?? item[collection.title] ?? '');
  const shared = { ...place, title, isConfirmed, ...signedBy(viewer) };
  const nothing = { fields: {}, baseVersion: null, draftVersion: null };
  await writer.inTransaction(async (tx) => {
    if (planned && times.publishAt) {
      await put(tx, times.publishAt, { ...shared, action: 'publish', ...planned });
    }
    if (times.unpublishAt) {
      await put(tx, times.unpublishAt, { ...shared, action: 'unpublish', ...nothing });
    }
    const details = { ...times };
    await recordActivity(tx, viewer, { action: 'scheduled', ...place, title, details });
  });
  return listSchedule(db, [collection], place);
};

/** Takes entries off the schedule; resolves to whether there were any. */
const cancel = async (tx: Tx, viewer: Viewer, which: ReturnType<typeof and>) => {
  const [gone] = await tx.delete(jobs).where(which).returning();
  if (!gone) return false;
  const { collection, itemId, title } = readEntry(gone);
  await recordActivity(tx, viewer, { action: 'schedule cancelled', collection, itemId, title });
  return true;
};

export const cancelSchedule = (
  { collection, writer, id }: Pick<ScheduleTarget, 'collection' | 'writer' | 'id'>,
  viewer: Viewer,
): Promise<void> =>
  writer.inTransaction(async (tx) => {
    const which = and(isOfItem(placeOf({ collection, id })), isUnsettled);
    if (!(await cancel(tx, viewer, which))) throw notFound('Schedule');
  });

/** A draft that is discarded does not go live by its scheduled copy. */
export const cancelPublishing = (tx: Tx, subject: Subject, viewer: Viewer) => {
  const isOfDraft = sql`${jobs.data}->>'draftVersion' is not null`;
  return cancel(tx, viewer, and(isOfItem(placeOf(subject)), isPublishing, isOpen, isOfDraft));
};

const toResponse = (entry: Entry, isOutdated: boolean) => {
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

/** Waiting, failed and recently done entries, in the order of time. */
export const listSchedule = async (
  db: Database,
  registry: readonly Collection[],
  place?: Place,
) => {
  const isRecent = gt(jobs.doneAt, sql`now() - make_interval(days => ${SHOWN_DAYS})`);
  const isAsked = place ? isOfItem(place) : eq(jobs.name, SCHEDULE);
  const rows = await db
    .select()
    .from(jobs)
    .where(and(isAsked, or(isUnsettled, isRecent)))
    .orderBy(asc(jobs.runAt), asc(jobs.id));
  const entries = rows.map(readEntry);
  const standing = await readStanding(db, registry, entries);
  return entries.map((entry) => toResponse(entry, isOld(entry, standing.get(keyOf(entry)))));
};
