import { and, asc, count, desc, eq, gt, notInArray, or, sql } from 'drizzle-orm';
import type { AppParts, ContentSource } from '#kit/app-parts.server.ts';
import { slugFieldOf } from '#kit/collection.ts';
import { updateSchema } from '#kit/validators.ts';
import type { Action } from '#modules/activity/actions.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { readStanding, type Standing } from '#modules/drafts/item-drafts.server.ts';
import { findStored, keyOf, type Place } from '#modules/place.server.ts';
import { transact } from '#platform/changes.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { AppError, invalid, notFound, orNotFound, theOne } from '#platform/errors.ts';
import { problemsOf } from '#platform/problems.ts';
import { hashOf } from '#platform/secret.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { releaseItems, releases } from './releases.tables.server.ts';

export type Parts = Pick<AppParts, 'connection' | 'content' | 'settings' | 'log'>;
export type Release = typeof releases.$inferSelect;
export type Entry = typeof releaseItems.$inferSelect;

/** More items are hard to look through, and hold their rows for too long. */
export const MAX_ENTRIES = 200;
const LISTED_DAYS = 90;
const isToCome = notInArray(releases.state, ['published', 'undone']);

const toResponse = ({ sealed: _, userId: _user, userEmail, ...row }: Release, items: number) => ({
  ...row,
  scheduledBy: userEmail,
  items,
});

/** Releases to come, the newest first, and those that were published in the last 90 days. */
export const listReleases = async (db: Executor) => {
  const isRecent = gt(releases.endedAt, sql`now() - make_interval(days => ${LISTED_DAYS})`);
  const rows = await db
    .select({ release: releases, items: count(releaseItems.id) })
    .from(releases)
    .leftJoin(releaseItems, eq(releaseItems.releaseId, releases.id))
    .where(or(isToCome, isRecent))
    .groupBy(releases.id)
    .orderBy(desc(releases.id))
    .limit(500);
  return rows.map(({ release, items }) => toResponse(release, items));
};

export const readEntries = (db: Executor, releaseId: number): Promise<Entry[]> =>
  db
    .select()
    .from(releaseItems)
    .where(eq(releaseItems.releaseId, releaseId))
    .orderBy(asc(releaseItems.id));

export const findRelease = async (db: Executor, id: number): Promise<Release | null> =>
  (await db.select().from(releases).where(eq(releases.id, id)))[0] ?? null;

export const lockRelease = async (tx: Executor, id: number): Promise<Release> =>
  theOne(await tx.select().from(releases).where(eq(releases.id, id)).for('update'), 'Release');

/** Only what nobody waits for is changed. */
export const lockOpen = async (tx: Executor, id: number): Promise<Release> => {
  const release = await lockRelease(tx, id);
  if (release.state === 'published') throw new AppError('conflict', 'This release is published');
  if (release.state === 'scheduled')
    throw new AppError('conflict', 'This release is scheduled. Take it off the schedule first');
  return release;
};

/** The effect of each entry, in a word that another version of its text changes. */
export const sealOf = (entries: readonly Entry[], standing: ReadonlyMap<string, Standing>) =>
  Object.fromEntries(
    entries.map((entry) => {
      const { item, draft } = standing.get(keyOf(entry)) ?? {};
      return [keyOf(entry), [entry.action, entry.slug, item?.version, draft?.version].join(' ')];
    }),
  );

export const hashSeal = (sealed: Record<string, string>) => hashOf(JSON.stringify(sealed));

/** Other releases to come that hold the same items, by entry. */
const findOthers = async (db: Executor, id: number) => {
  const { rows } = await db.execute<{ id: number; name: string }>(sql`
    select own.id, ${releases.name} from ${releaseItems} own
      join ${releaseItems} other using (collection, item_id)
      join ${releases} on ${releases.id} = other.release_id
    where own.release_id = ${id} and other.release_id <> ${id} and ${isToCome}`);
  return Map.groupBy(rows, (row) => row.id);
};

export const readRelease = async (db: Executor, content: ContentSource, id: number) => {
  const row = orNotFound(await findRelease(db, id), 'Release');
  const entries = await readEntries(db, id);
  const standing = await readStanding(db, content.registry, entries);
  const others = row.state === 'published' ? null : await findOthers(db, id);
  return {
    ...toResponse(row, entries.length),
    seal: hashSeal(sealOf(entries, standing)),
    entries: entries.map(({ outcome: _, releaseId: _release, ...entry }) => {
      const stands = standing.get(keyOf(entry));
      const alsoIn = others?.get(entry.id) ?? [];
      return {
        ...entry,
        isThere: stands !== undefined,
        hasDraft: Boolean(stands?.draft),
        alsoIn: alsoIn.map(({ name }) => name),
      };
    }),
  };
};

export const tellRelease = (
  tx: Executor,
  viewer: Viewer,
  action: Action,
  { id, name }: Pick<Release, 'id' | 'name'>,
  details: Record<string, unknown> = {},
) =>
  recordActivity(tx, viewer, { action, collection: 'releases', itemId: id, title: name, details });

export const createRelease = (db: Database, name: string, viewer: Viewer) =>
  transact(db, async (tx) => {
    const createdBy = viewer?.email ?? null;
    const [row] = await tx.insert(releases).values({ name, createdBy }).returning();
    if (!row) throw notFound('Release');
    await tellRelease(tx, viewer, 'release made', row);
    return toResponse(row, 0);
  });

export const deleteRelease = (db: Database, id: number, viewer: Viewer) =>
  transact(db, async (tx) => {
    const row = await lockOpen(tx, id);
    await tx.delete(releases).where(eq(releases.id, id));
    await tellRelease(tx, viewer, 'release deleted', row);
  });

type NewEntry = Pick<Entry, keyof Place | 'action'> & { slug?: string | undefined };

const checkSlug = (content: ContentSource, { collection: name, action, slug = '' }: NewEntry) => {
  if (action !== 'move') return null;
  const { collection } = content.partsOf(name);
  const key = slugFieldOf(collection);
  if (!key) throw invalid({ action: `${collection.label.many} have no slug` });
  const checked = updateSchema(collection).safeParse({ [key]: slug });
  if (!checked.success) throw invalid({ slug: Object.values(problemsOf(checked.error))[0] ?? '' });
  return slug;
};

/** An item stands in a release once; adding it again changes what is to become of it. */
export const addEntry = (
  { connection, content }: Parts,
  id: number,
  entry: NewEntry,
  viewer: Viewer,
) =>
  transact(connection.db, async (tx) => {
    const isKnown = content.registry.some(({ name }) => name === entry.collection);
    if (!isKnown) throw invalid({ collection: 'There is no such type' });
    const { collection } = content.partsOf(entry.collection);
    const slug = checkSlug(content, entry);
    const release = await lockOpen(tx, id);
    const item = await findStored(tx, { collection, id: entry.itemId });
    if (!item) throw notFound(collection.label.one);
    const title = String(item[collection.title] ?? '').slice(0, 300);
    const values = { ...entry, slug, title, addedBy: viewer?.email ?? null };
    await tx
      .insert(releaseItems)
      .values({ ...values, releaseId: id })
      .onConflictDoUpdate({
        target: [releaseItems.releaseId, releaseItems.collection, releaseItems.itemId],
        set: values,
      });
    if ((await tx.$count(releaseItems, eq(releaseItems.releaseId, id))) > MAX_ENTRIES)
      throw new AppError('conflict', `A release holds at most ${MAX_ENTRIES} items`);
    await tellRelease(tx, viewer, 'release changed', release, { added: title, to: entry.action });
  });

export const removeEntry = (
  db: Database,
  { id, entryId }: { id: number; entryId: number },
  viewer: Viewer,
) =>
  transact(db, async (tx) => {
    const release = await lockOpen(tx, id);
    const [gone] = await tx
      .delete(releaseItems)
      .where(and(eq(releaseItems.releaseId, id), eq(releaseItems.id, entryId)))
      .returning();
    if (!gone) throw notFound('Item of the release');
    await tellRelease(tx, viewer, 'release changed', release, { removed: gone.title });
  });
