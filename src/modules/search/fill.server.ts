import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { asc, eq, gt, notInArray, sql } from 'drizzle-orm';
import { type Collection, fieldEntries } from '#kit/collection.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { announceChange, transact } from '#platform/changes.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { readMeta, writeMeta } from '#platform/db/meta.server.ts';
import { appMeta } from '#platform/db/meta.table.server.ts';
import type { SearchKind } from './entry.server.ts';
import { searchEntries } from './search.tables.server.ts';

/** Fill state of the table, read by searches besides the content. */
export const FILLED = 'search-entries';
const PLACE = 'search-fill';
/** One process fills at a time; a lane and a writer of single rows keep out of each other's way. */
const [FILL_LOCK, LANE_LOCK] = [727_402_613, 727_402_614];
/** While one batch is read into words, PostgreSQL indexes another. */
const LANES = [0, 1];
/** A save waits for the batch that is being written. */
const BATCH = 50;
/** Kept as done and told at once: so many rows are written again after a kill. */
const ROUND = 2000;

export interface FillOptions {
  /** With more rows than this nothing is done. */
  maxRows?: number;
  onProgress?(done: number, total: number): void;
}

interface Fill extends FillOptions {
  kinds: readonly SearchKind[];
  readerOf: ReaderOf;
  write(tx: Executor, collection: Collection, ids: readonly number[]): Promise<void>;
}

interface Place {
  fingerprint: string;
  collection: string;
  id: number;
  done: number;
}

/** Changes whenever an entry may be written in another way: with this code, and with the definitions. */
const fingerprintOf = (kinds: readonly SearchKind[]): string => {
  const fields = kinds.flatMap(({ collections }) => collections.flatMap(fieldEntries));
  const read = fields.map(([key, { kind, tab, editorsOnly }]) => [key, kind, tab, editorsOnly]);
  const places = kinds.flatMap(({ collections }) => collections.map(({ inSearch }) => inSearch));
  const hash = createHash('sha256').update(
    JSON.stringify([kinds.map(({ name }) => name), read, places]),
  );
  for (const file of ['./entry.server.ts', './words.ts', './index.server.ts']) {
    hash.update(readFileSync(new URL(file, import.meta.url)));
  }
  return hash.digest('base64url');
};

/** A row that is read before a change and written after it would take the change back: batches and writers take turns. */
export const waitForFill = (tx: Executor) => {
  const locks = LANES.map((lane) => sql`pg_advisory_xact_lock_shared(${LANE_LOCK}, ${lane})`);
  return tx.execute(sql`select ${sql.join(locks, sql`, `)}`);
};

const WORD_INDEXES = ['search_entries_title_words_index', 'search_entries_words_index'];

/** Many rows at once are six times as fast through the lists of pending entries; single ones must not wait there. */
const setPending = async (db: Database, isOn: boolean) => {
  for (const name of WORD_INDEXES) {
    await db.execute(sql.raw(`alter index ${name} set (fastupdate = ${isOn})`));
    if (!isOn) await db.execute(sql`select gin_clean_pending_list(${name}::regclass)`);
  }
};

const fillAll = async (db: Database, { kinds, readerOf, write, ...options }: Fill, from: Place) => {
  const collections = kinds.flatMap((kind) => kind.collections);
  const counts = collections.map((collection) => db.$count(readerOf(collection).table));
  const total = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  if (total - from.done > (options.maxRows ?? total)) return false;
  await setPending(db, true);

  const nextIds = async (collection: Collection, after: number) => {
    const { table } = readerOf(collection);
    const [{ id }, isLater] = [table, gt(table.id, after)];
    const rows = await db.select({ id }).from(table).where(isLater).orderBy(asc(id)).limit(ROUND);
    return rows.map((row) => row.id);
  };
  const writeRound = async (collection: Collection, ids: number[]) => {
    const left = [...ids];
    const walk = async (lane: number) => {
      while (left.length > 0) {
        const batch = left.splice(0, BATCH);
        await db.transaction(async (tx) => {
          await tx.execute(sql`select pg_advisory_xact_lock(${LANE_LOCK}, ${lane})`);
          await write(tx, collection, batch);
        });
      }
    };
    // The lock is kept until the other lane has ended, too.
    const lanes = await Promise.allSettled(LANES.map(walk));
    for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
  };

  let { done } = from;
  const first = collections.findIndex(({ name }) => name === from.collection);
  for (const collection of collections.slice(Math.max(0, first))) {
    let id = collection.name === from.collection ? from.id : 0;
    for (let ids = await nextIds(collection, id); ids.length > 0; ) {
      await writeRound(collection, ids);
      done += ids.length;
      id = ids.at(-1) ?? id;
      const place = { ...from, collection: collection.name, id, done };
      await transact(db, async (tx) => {
        await writeMeta(tx, PLACE, place);
        // Searches that were cached with fewer rows are made again.
        await announceChange(tx, [FILLED]);
      });
      options.onProgress?.(done, Math.max(total, done));
      ids = await nextIds(collection, id);
    }
  }
  await setPending(db, false);
  await transact(db, async (tx) => {
    await waitForFill(tx);
    const names = collections.map(({ name }) => name);
    await tx.delete(searchEntries).where(notInArray(searchEntries.collection, names));
    for (const collection of collections) {
      const { table } = readerOf(collection);
      await tx.execute(sql`delete from ${searchEntries} where ${searchEntries.collection} = ${collection.name}
        and not exists (select from ${table} where ${table.id} = ${searchEntries.itemId})`);
    }
    await writeMeta(tx, FILLED, from.fingerprint);
    await tx.delete(appMeta).where(eq(appMeta.key, PLACE));
    await announceChange(tx, [FILLED]);
  });
  await db.execute(sql`analyze search_entries`);
  return true;
};

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && 'fingerprint' in value;

/**
 * Fills the table where that was never done, or done in another way, while searches and writes go on. Old rows stay
 * until they are rewritten, and a killed process resumes where the last round ended.
 */
export const fillTable = async (
  db: Database,
  fill: Fill,
): Promise<'was full' | 'filled' | 'too many'> => {
  const fingerprint = fingerprintOf(fill.kinds);
  const isFull = async () => (await readMeta(db, FILLED)) === fingerprint;
  if (await isFull()) return 'was full';
  // The transaction only holds the lock: a killed process releases it.
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${FILL_LOCK})`);
    if (await isFull()) return 'was full';
    const kept = await readMeta(db, PLACE);
    const isMine = isPlace(kept) && kept.fingerprint === fingerprint;
    const from = isMine ? kept : { fingerprint, collection: '', id: 0, done: 0 };
    return (await fillAll(db, fill, from)) ? 'filled' : 'too many';
  });
};
