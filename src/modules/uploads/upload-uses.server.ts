import { sql } from 'drizzle-orm';
import type { ContentSource } from '#kit/app-parts.server.ts';
import { type Collection, fieldEntries } from '#kit/collection.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import { findAndLock, putAndRecord } from '#modules/drafts/item-drafts.server.ts';
import { itemDrafts } from '#modules/drafts/item-drafts.table.server.ts';
import { SCHEDULE } from '#modules/schedule/schedule-entry.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { revisions } from '#platform/db/revisions.table.server.ts';
import { jobs } from '#platform/jobs/jobs.table.server.ts';
import { isOpen } from '#platform/jobs/queue.server.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';

export interface UploadUse {
  collection: string;
  id: number;
  title: string;
  /** Not on the page yet: in a draft over the item, or in a scheduled version. */
  isWaiting: boolean;
}

const KINDS = new Set(['text', 'markdown', 'link', 'list', 'json']);
const ADDRESS = '/uploads/([0-9a-f]{32}\\.webp)';

const keysOf = (collection: Collection) =>
  fieldEntries(collection).flatMap(([key, { kind }]) => (KINDS.has(kind) ? [key] : []));

/** Each item of these types, then drafts and the schedule, with all that is said there in one text. */
const sourcesOf = (registry: readonly Collection[]) => {
  const items = registry.map((collection, place) => {
    const table = tableOf(collection);
    const title = columnOf(collection, collection.title);
    return sql`select ${place}::int as place, ${collection.name}::text as collection, ${table.id} as id,
      coalesce(${title}::text, '') as title, false as "isWaiting", ${table}::text as words from ${table}`;
  });
  const after = sql`${registry.length}::int`;
  // Deleting a picture of theirs would break a future page.
  const waiting = [
    sql`select ${after}, collection, item_id, title, true, fields::text from ${itemDrafts}`,
    sql`select ${after}, data->>'collection', (data->>'itemId')::int, data->>'title', true, data::text
      from ${jobs} where name = ${SCHEDULE} and ${isOpen}`,
  ];
  return sql.join([...items, ...waiting], sql` union all `);
};

/** Which items show which pictures, by the picture's name. */
export const findUploadUses = async (
  db: Executor,
  registry: readonly Collection[],
): Promise<Map<string, UploadUse[]>> => {
  const { rows } = await db.execute<{ name: string; use: UploadUse }>(sql`
    select found[1] as name, json_build_object('collection', collection, 'id', id, 'title', title, 'isWaiting', "isWaiting") as use
    from (${sourcesOf(registry)}) source, lateral regexp_matches(words, ${ADDRESS}, 'g') as found
    where words like '%/uploads/%'
    group by place, collection, id, title, "isWaiting", name
    order by place, collection, id`);
  const byName = Map.groupBy(rows, ({ name }) => name);
  return new Map([...byName].map(([name, some]) => [name, some.map(({ use }) => use)]));
};

/** Pictures that an earlier version or something in the trash shows: restoring it needs them. */
export const findUploadsInHistory = async (db: Executor): Promise<Set<string>> => {
  const rows = await db
    .selectDistinct({ name: sql<string>`found[1]` })
    .from(
      sql`${revisions}, lateral regexp_matches(${revisions.data}::text, ${ADDRESS}, 'g') as found`,
    );
  return new Set(rows.map(({ name }) => name));
};

interface Replacing {
  content: ContentSource;
  viewer: Viewer;
}

type Swap = readonly [from: string, to: string];

/** Those of these fields that show a picture, with the other one in its place; null when none does. */
const swapIn = (fields: Record<string, unknown>, keys: readonly string[], [from, to]: Swap) => {
  const swapped = keys.flatMap((key): [string, unknown][] => {
    const stored = JSON.stringify(fields[key] ?? null);
    const other = stored.replaceAll(`/uploads/${from}`, `/uploads/${to}`);
    return other === stored ? [] : [[key, JSON.parse(other)]];
  });
  return swapped.length === 0 ? null : Object.fromEntries(swapped);
};

/** Each item once and in one order, so that two replacements at once cannot deadlock. */
const itemsOf = (uses: readonly UploadUse[]) =>
  [...new Map(uses.map((use) => [`${use.collection}/${use.id}`, use])).values()].toSorted(
    (a, b) => a.collection.localeCompare(b.collection) || a.id - b.id,
  );

/** Reads the item and its draft under the lock, so that no concurrent save is lost. */
const replaceIn = async (
  tx: Tx,
  { content, viewer }: Replacing,
  { collection: name, id }: UploadUse,
  pair: Swap,
): Promise<boolean> => {
  const { collection, writer } = content.partsOf(name);
  const found = await findAndLock(tx, { collection, id });
  if (!found) return false;
  const { item, draft } = found;
  const keys = keysOf(collection);
  const live = swapIn(item, keys, pair);
  const drafted = swapIn(draft?.fields ?? {}, keys, pair);
  if (live) await writer.update(tx, viewer, { id }, live);
  if (drafted) await putAndRecord(tx, { collection, item, viewer }, drafted);
  return live !== null || drafted !== null;
};

/** Replaces a picture in all items and drafts or none, with history; scheduled versions keep the old one. */
export const replaceUpload = async (
  replacing: Replacing,
  from: string,
  to: string,
): Promise<number> => {
  const { partsOf, registry } = replacing.content;
  const [first] = registry;
  if (!first) return 0;
  return partsOf(first).writer.inTransaction(async (tx) => {
    const uses = (await findUploadUses(tx, registry)).get(from) ?? [];
    let changed = 0;
    for (const use of itemsOf(uses)) {
      if (await replaceIn(tx, replacing, use, [from, to])) changed += 1;
    }
    return changed;
  });
};
