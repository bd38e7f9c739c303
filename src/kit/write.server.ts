import { eq, sql } from 'drizzle-orm';
import { announceChange, transact } from '#platform/changes.server.ts';
import { type Database, type Executor, violatedConstraint } from '#platform/db/database.server.ts';
import { indexName } from '#platform/db/naming.ts';
import { keepRevision, requireVersion } from '#platform/db/revisions.server.ts';
import { toItem } from '#platform/db/rows.server.ts';
import { findTwin } from '#platform/db/twin.server.ts';
import { conflict, notFound } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Behaviour, Change } from './behaviour.server.ts';
import { type AnyItem, type Collection, slugFieldOf, uniqueSetsOf } from './collection.ts';
import { labelOf } from './fields.ts';
import { tableOf } from './table.server.ts';

export interface WriterOptions {
  behaviour?: Behaviour;
  /** Runs after every write of every collection, inside its transaction. */
  afterAny?: (change: Change, collection: Collection, tx: Executor) => Promise<void>;
}

type Draft = Record<string, unknown>;
type Target = { id: number; version?: number | undefined; isRestore?: boolean };

/** A taken slug, or a taken pair, is told by the name of the index that refused it. */
const asConflict = (collection: Collection, error: unknown): unknown => {
  const constraint = violatedConstraint(error);
  if (!constraint) return error;
  const hit = uniqueSetsOf(collection).find(
    (keys) => constraint === indexName(collection.table, keys, 'unique'),
  );
  const key = hit?.at(-1) ?? 'id';
  const label = labelOf(key, collection.fields[key] ?? { kind: 'text' });
  return conflict(key, `${label} is already used`);
};

export const createWriter = (collection: Collection, db: Database, options: WriterOptions = {}) => {
  const table = tableOf(collection);
  const behaviour = options.behaviour ?? {};
  const { name } = collection;
  const slugField = slugFieldOf(collection) ?? 'id';
  const canRepeat = uniqueSetsOf(collection).length === 0;

  const inTransaction = async <T>(work: (tx: Executor) => Promise<T>): Promise<T> => {
    try {
      return await transact(db, work);
    } catch (error) {
      throw asConflict(collection, error);
    }
  };

  /** The item as it stands, held until the transaction ends. */
  const lock = async (tx: Executor, target: Target): Promise<AnyItem> => {
    const [row] = await tx.select().from(table).where(eq(table.id, target.id)).for('update');
    if (!row) throw notFound(collection.label.one);
    const item = toItem(row);
    requireVersion(item, target.version);
    return item;
  };

  const finish = async (tx: Executor, change: Omit<Change, 'collection'>) => {
    const whole = { ...change, collection: name };
    await behaviour.after?.(whole, tx);
    await options.afterAny?.(whole, collection, tx);
    const items = [change.before, change.after].flatMap((item) => item ?? []);
    const names = items.flatMap((item) => [item.id, item[slugField]]);
    await announceChange(tx, [name, ...names.map((key) => `${name}/${String(key)}`)]);
  };

  const createIn = async (tx: Executor, viewer: Viewer, draft: Draft, isRestore = false) => {
    const context = { before: null, tx, viewer, isRestore };
    const prepared = (await behaviour.prepare?.(draft, context)) ?? draft;
    const [row] = await tx.insert(table).values(prepared).returning();
    const after = toItem(row as Draft);
    await finish(tx, { before: null, after, viewer });
    return after;
  };

  const create = (viewer: Viewer, draft: Draft): Promise<AnyItem> =>
    inTransaction(async (tx) => {
      const twin = canRepeat ? await findTwin(tx, table, draft) : null;
      return twin ?? createIn(tx, viewer, draft);
    });

  const updateIn = async (tx: Executor, viewer: Viewer, target: Target, draft: Draft) => {
    const before = await lock(tx, target);
    const context = { before, tx, viewer, isRestore: target.isRestore ?? false };
    const prepared = (await behaviour.prepare?.(draft, context)) ?? draft;
    await keepRevision(tx, { collection, action: 'update', item: before, viewer });
    const [row] = await tx
      .update(table)
      .set({
        updatedAt: sql`greatest(now(), ${table.updatedAt} + interval '1 millisecond')`,
        ...prepared,
        version: before.version + 1,
      })
      .where(eq(table.id, target.id))
      .returning();
    const after = toItem(row as Draft);
    await finish(tx, { before, after, viewer });
    return after;
  };

  const update = (viewer: Viewer, target: Target, draft: Draft): Promise<AnyItem> =>
    inTransaction((tx) => updateIn(tx, viewer, target, draft));

  const remove = (viewer: Viewer, target: Target): Promise<void> =>
    inTransaction(async (tx) => {
      const before = await lock(tx, target);
      await keepRevision(tx, { collection, action: 'delete', item: before, viewer });
      await tx.delete(table).where(eq(table.id, target.id));
      await finish(tx, { before, after: null, viewer });
    });

  return { create, createIn, update, updateIn, remove, inTransaction };
};

export type Writer = ReturnType<typeof createWriter>;
