import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import { announceChange, transact } from '#platform/changes.server.ts';
import { asConflict } from '#platform/db/conflicts.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { notFound } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Behaviour, Change, WriteFlags } from './behaviour.server.ts';
import { type AnyItem, type Collection, type ItemOf, uniqueSetsOf } from './collection.ts';
import { findRepeated } from './double-submit.server.ts';
import { labelOf } from './fields.ts';
import { isPublic } from './is-public.ts';
import { changedKeys } from './read-keys.server.ts';
import { keepRevision, requireVersion } from './revisions.server.ts';
import { tableOf } from './table.server.ts';

export interface WriterOptions {
  behaviour?: Behaviour;
  /** Runs after every write of every collection, inside its transaction. */
  afterAny?: (change: Change, collection: Collection, tx: Executor) => Promise<void>;
}

type Draft = Record<string, unknown>;
type Target = WriteFlags & {
  id: number;
  version?: number | undefined;
  /** Leave an item that holds all of this already as it is, without a version and a revision. */
  skipsUnchanged?: boolean;
  /** The item, where this transaction has read and locked it already. */
  held?: AnyItem;
};

/** As both would be written down. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

const holdsAll = (item: AnyItem, draft: Draft) =>
  Object.entries(draft).every(([key, value]) => isDeepStrictEqual(plain(item[key]), plain(value)));

/** Whom the public list of changes names for this one: nobody, when readers see no other facts after it. */
const subjectOf = (collection: Collection, before: AnyItem, draft: Draft | null): number | null => {
  const { changelog } = collection;
  if (!changelog) return null;
  const facts = Object.entries(draft ?? {}).filter(([key]) => changelog.tracked.includes(key));
  const isListed = draft
    ? isPublic(collection, { ...before, ...draft }) && !holdsAll(before, Object.fromEntries(facts))
    : isPublic(collection, before);
  return isListed ? Number(before[changelog.subject]) : null;
};

type DraftOf<C extends Collection> = Partial<ItemOf<C>>;

/** Writes one collection, each time in a transaction; those whose name ends in `In` join one that is open. */
export interface Writer<C extends Collection = Collection> {
  create(viewer: Viewer, draft: DraftOf<C>, how?: WriteFlags): Promise<ItemOf<C>>;
  createIn(tx: Executor, viewer: Viewer, draft: DraftOf<C>, how?: WriteFlags): Promise<ItemOf<C>>;
  update(viewer: Viewer, target: Target, draft: DraftOf<C>): Promise<ItemOf<C>>;
  updateIn(tx: Executor, viewer: Viewer, at: Target, draft: DraftOf<C>): Promise<ItemOf<C>>;
  remove(viewer: Viewer, target: Target): Promise<void>;
  removeIn(tx: Executor, viewer: Viewer, target: Target): Promise<void>;
  /** For an item that readers see from now on though nobody wrote it: announced as a write would be. */
  announceIn(tx: Executor, id: number): Promise<void>;
  inTransaction<T>(work: (tx: Executor) => Promise<T>): Promise<T>;
}

export const createWriter = (
  collection: Collection,
  db: Database,
  options: WriterOptions = {},
): Writer => {
  const table = tableOf(collection);
  const behaviour = options.behaviour ?? {};
  const { name } = collection;
  const labelFor = (key: string) => labelOf(key, collection.fields[key]);
  const canRepeat = uniqueSetsOf(collection).length === 0;

  const inTransaction = async <T>(work: (tx: Executor) => Promise<T>): Promise<T> => {
    try {
      return await transact(db, work);
    } catch (error) {
      throw asConflict(error, collection.table, uniqueSetsOf(collection), labelFor);
    }
  };

  /** The item as it stands, held until the transaction ends. */
  const lock = async (tx: Executor, target: Target): Promise<AnyItem> => {
    const [item] = await tx.select().from(table).where(eq(table.id, target.id)).for('update');
    if (!item) throw notFound(collection.label.one);
    requireVersion(item, target.version);
    return item;
  };

  /** Announces what was stored. */
  const complete = async (
    tx: Executor,
    rows: AnyItem[],
    change: Omit<Change, 'collection' | 'after'>,
  ) => {
    const [after] = rows;
    if (!after) throw notFound(collection.label.one);
    await finish(tx, { ...change, after });
    return after;
  };

  const finish = async (tx: Executor, change: Omit<Change, 'collection'>) => {
    const whole = { ...change, collection: name };
    await behaviour.after?.(whole, tx);
    await options.afterAny?.(whole, collection, tx);
    await announceChange(tx, changedKeys(collection, change.before, change.after));
  };

  const createIn = async (tx: Executor, viewer: Viewer, draft: Draft, flags: WriteFlags = {}) => {
    const context = { before: null, tx, viewer, ...flags };
    const prepared = (await behaviour.prepare?.(draft, context)) ?? draft;
    return complete(tx, await tx.insert(table).values(prepared).returning(), context);
  };

  const create = (viewer: Viewer, draft: Draft, flags: WriteFlags = {}) =>
    inTransaction(async (tx) => {
      const repeated = canRepeat ? await findRepeated(tx, collection, draft) : undefined;
      return repeated ?? createIn(tx, viewer, draft, flags);
    });

  const keep = (tx: Executor, viewer: Viewer, item: AnyItem, draft: Draft | null) =>
    keepRevision(tx, {
      collection,
      action: draft ? 'update' : 'delete',
      item,
      viewer,
      changelogSubject: subjectOf(collection, item, draft),
    });

  const updateIn = async (tx: Executor, viewer: Viewer, target: Target, draft: Draft) => {
    const before = target.held ?? (await lock(tx, target));
    const context = { ...target, before, tx, viewer };
    const prepared = (await behaviour.prepare?.(draft, context)) ?? draft;
    if (target.skipsUnchanged && holdsAll(before, prepared)) return before;
    await keep(tx, viewer, before, prepared);
    const rows = await tx
      .update(table)
      .set({
        updatedAt: sql`greatest(now(), ${table.updatedAt} + interval '1 millisecond')`,
        ...prepared,
        version: before.version + 1,
      })
      .where(and(eq(table.id, target.id), eq(table.version, before.version)))
      .returning();
    // What another write of this transaction did to it since it was read is no more overwritten than a colleague's.
    if (rows.length === 0) await lock(tx, { id: target.id, version: before.version });
    return complete(tx, rows, context);
  };

  const update = (viewer: Viewer, target: Target, draft: Draft) =>
    inTransaction((tx) => updateIn(tx, viewer, target, draft));

  const removeIn = async (tx: Executor, viewer: Viewer, target: Target): Promise<void> => {
    const before = target.held ?? (await lock(tx, target));
    await keep(tx, viewer, before, null);
    await tx.delete(table).where(eq(table.id, target.id));
    await finish(tx, { before, after: null, viewer });
  };

  const remove = (viewer: Viewer, target: Target): Promise<void> =>
    inTransaction((tx) => removeIn(tx, viewer, target));

  const announceIn = async (tx: Executor, id: number) => {
    const item = await lock(tx, { id });
    const change = { collection: name, before: item, after: item, viewer: null };
    await options.afterAny?.(change, collection, tx);
    await announceChange(tx, changedKeys(collection, null, item));
  };

  return { create, createIn, update, updateIn, remove, removeIn, announceIn, inTransaction };
};
