import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { AnyItem, Collection } from '#kit/collection.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { beforeCommit } from '#platform/changes.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { entryOf, type SearchEntry, type SearchKind } from './entry.server.ts';
import { type FillOptions, fillTable, waitForFill } from './fill.server.ts';
import { searchEntries } from './search.tables.server.ts';

interface Options {
  kinds: readonly SearchKind[];
  readerOf: ReaderOf;
  /** Features of items of a collection, indexed as if they stood in the summaries. */
  featuresOf(
    tx: Executor,
    collection: Collection,
    ids: readonly number[],
  ): Promise<Map<number, string[]>>;
  /** Text of an item beyond its own fields. */
  moreOf(collection: Collection, item: AnyItem): string;
}

const BATCH = 200;

const insertEntries = async (tx: Executor, entries: readonly SearchEntry[]) => {
  if (entries.length === 0) return;
  await tx.execute(sql`
    insert into search_entries
      (collection, item_id, kind, title, path, summary, body, day, name, title_words, words)
    select e."collection", e."itemId", e.kind, e.title, e.path, e.summary, e.body, e.day, e.name,
      to_tsvector('simple', e.a) || to_tsvector('english', e.a) || token,
      setweight(to_tsvector('english', e.a), 'A') || setweight(to_tsvector('english', e.b), 'B')
        || setweight(to_tsvector('english', e.c), 'C') || setweight(to_tsvector('english', e.d), 'D') || token
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e("collection" text, "itemId" int, kind text,
      title text, path text, summary text, body text, day timestamptz, name text, a text, b text, c text, d text),
      array_to_tsvector(array['=' || e.kind]) as token
    on conflict (collection, item_id) do update set kind = excluded.kind, title = excluded.title,
      path = excluded.path, summary = excluded.summary, body = excluded.body, day = excluded.day,
      name = excluded.name, title_words = excluded.title_words, words = excluded.words`);
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

  /** Writes the rows of these items anew; items hidden from anonymous visitors have none. */
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
      await waitForFill(tx);
      for (const [one, some] of all) await write(tx, one, [...some]);
    });
  };

  const fill = (db: Database, options?: FillOptions) =>
    fillTable(db, { kinds, readerOf, write, ...options });

  return { writeAtEnd, fill };
};

export type SearchIndex = ReturnType<typeof createSearchIndex>;
