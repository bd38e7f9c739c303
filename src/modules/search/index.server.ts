import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { and, asc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm';
import { type AnyItem, type Collection, fieldEntries } from '#kit/collection.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { beforeCommit, transact } from '#platform/changes.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { appMeta } from '#platform/db/meta.table.server.ts';
import { entryOf, type SearchEntry, type SearchKind } from './entry.server.ts';
import { searchEntries } from './search.tables.server.ts';

interface Options {
  kinds: readonly SearchKind[];
  readerOf: ReaderOf;
  /** What others say of items of a collection, to be found as if it stood in their summaries. */
  featuresOf(
    tx: Executor,
    collection: Collection,
    ids: readonly number[],
  ): Promise<Map<number, string[]>>;
  /** What an item shows besides its own fields. */
  moreOf(collection: Collection, item: AnyItem): string;
}

const MARKER = 'search-entries';
const FILL_LOCK = 727_402_613;
const BATCH = 200;

/** Changes whenever an entry may be written in another way: with this code, and with the definitions. */
const fingerprintOf = (kinds: readonly SearchKind[]): string => {
  const fields = kinds.flatMap(({ collections }) => collections.flatMap(fieldEntries));
  const read = fields.map(([key, { kind, tab, editorsOnly }]) => [key, kind, tab, editorsOnly]);
  const hash = createHash('sha256').update(JSON.stringify([kinds.map(({ name }) => name), read]));
  for (const file of ['./entry.server.ts', './words.ts', './index.server.ts']) {
    hash.update(readFileSync(new URL(file, import.meta.url)));
  }
  return hash.digest('base64url');
};

const WORD_INDEXES = ['title_words', 'words', 'spellings'].map(
  (column) => `search_entries_${column}_index`,
);

/** Many rows at once are six times as fast through the lists of pending entries; single ones must not wait there. */
const setPending = async (tx: Executor, isOn: boolean) => {
  for (const name of WORD_INDEXES) {
    await tx.execute(sql.raw(`alter index ${name} set (fastupdate = ${isOn ? 'on' : 'off'})`));
    if (!isOn) await tx.execute(sql`select gin_clean_pending_list(${name}::regclass)`);
  }
};

const insertEntries = async (tx: Executor, entries: readonly SearchEntry[]) => {
  if (entries.length === 0) return;
  await tx.execute(sql`
    insert into search_entries
      (collection, item_id, kind, title, path, summary, body, day, name, names, title_words, words, spellings)
    select e."collection", e."itemId", e.kind, e.title, e.path, e.summary, e.body, e.day, e.name, e.names,
      to_tsvector('simple', e.a) || to_tsvector('english', e.a),
      setweight(to_tsvector('english', e.a), 'A') || setweight(to_tsvector('english', e.b), 'B')
        || setweight(to_tsvector('english', e.c), 'C') || setweight(to_tsvector('english', e.d), 'D'),
      e.spellings
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e("collection" text, "itemId" int, kind text,
      title text, path text, summary text, body text, day timestamptz, name text, names text, a text, b text, c text, d text,
      spellings text[])
    on conflict (collection, item_id) do update set kind = excluded.kind, title = excluded.title,
      path = excluded.path, summary = excluded.summary, body = excluded.body, day = excluded.day,
      name = excluded.name, names = excluded.names, title_words = excluded.title_words, words = excluded.words,
      spellings = excluded.spellings`);
};

/** Keeps the search table in step with the content. */
export const createSearchIndex = ({ kinds, readerOf, featuresOf, moreOf }: Options) => {
  const kindOf = new Map(
    kinds.flatMap((kind) => kind.collections.map(({ name }) => [name, kind] as const)),
  );

  const entriesOf = async (
    tx: Executor,
    { kind, collection }: { kind: SearchKind; collection: Collection },
    items: readonly AnyItem[],
  ): Promise<SearchEntry[]> => {
    const ids = items.map(({ id }) => id);
    const features = await featuresOf(tx, collection, ids);
    return items.map((item) =>
      entryOf(kind, collection, {
        item,
        features: features.get(item.id) ?? [],
        more: moreOf(collection, item),
      }),
    );
  };

  const writeBatch = async (tx: Executor, collection: Collection, ids: readonly number[]) => {
    const kind = kindOf.get(collection.name);
    if (!kind || ids.length === 0) return;
    const { table, visible } = readerOf(collection);
    const items = await tx
      .select()
      .from(table)
      .where(and(inArray(table.id, [...ids]), visible));
    const seen = items.map(({ id }) => id);
    await tx
      .delete(searchEntries)
      .where(
        and(
          eq(searchEntries.collection, collection.name),
          inArray(searchEntries.itemId, [...ids]),
          seen.length > 0 ? notInArray(searchEntries.itemId, seen) : undefined,
        ),
      );
    await insertEntries(tx, await entriesOf(tx, { kind, collection }, items));
  };

  /** Writes the rows of these items anew; what an anonymous visitor may not see has none. */
  const write = async (tx: Executor, collection: Collection, ids: readonly number[]) => {
    for (let at = 0; at < ids.length; at += BATCH) {
      await writeBatch(tx, collection, ids.slice(at, at + BATCH));
    }
  };

  const noted = new WeakMap<object, Map<Collection, Set<number>>>();

  /** Has the rows of these items written at the end of the transaction: an import touches a vendor fifty times. */
  const writeAtEnd = (tx: Executor, collection: Collection, ids: readonly number[]) => {
    const existing = noted.get(tx);
    const all = existing ?? new Map<Collection, Set<number>>();
    const touched = all.get(collection) ?? new Set();
    for (const id of ids) touched.add(id);
    all.set(collection, touched);
    if (existing) return;
    noted.set(tx, all);
    beforeCommit(tx, async () => {
      for (const [one, some] of all) await write(tx, one, [...some]);
    });
  };

  const fillFrom = async (tx: Executor, collection: Collection) => {
    const { table } = readerOf(collection);
    for (let last = 0; ; ) {
      const rows = await tx
        .select({ id: table.id })
        .from(table)
        .where(gt(table.id, last))
        .orderBy(asc(table.id))
        .limit(BATCH);
      const ids = rows.map(({ id }) => id);
      await write(tx, collection, ids);
      if (ids.length < BATCH) return;
      last = ids.at(-1) ?? last;
    }
  };

  /** Fills the table where that was never done, or done in another way. */
  const fill = async (db: Database): Promise<boolean> => {
    const fingerprint = fingerprintOf(kinds);
    const isFilled = async (tx: Executor) => {
      const [mark] = await tx.select().from(appMeta).where(eq(appMeta.key, MARKER));
      return mark?.value === fingerprint;
    };
    if (await isFilled(db)) return false;
    return transact(db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${FILL_LOCK})`);
      if (await isFilled(tx)) return false;
      await tx.delete(searchEntries);
      await setPending(tx, true);
      for (const kind of kinds) for (const one of kind.collections) await fillFrom(tx, one);
      await setPending(tx, false);
      await tx.execute(sql`analyze search_entries`);
      await tx
        .insert(appMeta)
        .values({ key: MARKER, value: fingerprint })
        .onConflictDoUpdate({ target: appMeta.key, set: { value: fingerprint } });
      return true;
    });
  };

  return { writeAtEnd, fill };
};
