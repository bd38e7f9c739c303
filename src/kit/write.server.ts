import { eq, sql } from 'drizzle-orm';
import { announceChange, transact } from '#platform/changes.server.ts';
import { type Database, type Executor, violatedConstraint } from '#platform/db/database.server.ts';
import { revisions } from '#platform/db/revisions.table.server.ts';
import { AppError, conflict, notFound } from '#platform/errors.ts';
import type { Behaviour, Change, Viewer } from './behaviour.server.ts';
import { type AnyItem, type Collection, slugFieldOf } from './collection.ts';
import { labelOf } from './fields.ts';
import { toItem } from './read.server.ts';
import { tableOf } from './table.server.ts';

export interface WriterOptions {
  behaviour?: Behaviour;
  /** Runs after every write of every collection, inside its transaction. */
  afterAny?: (change: Change, collection: Collection, tx: Executor) => Promise<void>;
}

type Draft = Record<string, unknown>;

const asDates = (collection: Collection, draft: Draft): Draft =>
  Object.fromEntries(
    Object.entries(draft).map(([key, value]) => {
      const isDate =
        collection.fields[key]?.kind === 'date' || key === 'createdAt' || key === 'updatedAt';
      return [key, isDate && typeof value === 'string' ? new Date(value) : value];
    }),
  );

const keysOf = (collection: Collection, item: AnyItem | null): string[] => {
  if (!item) return [];
  const slugField = slugFieldOf(collection);
  const keys = [`${collection.name}/${item.id}`];
  if (slugField) keys.push(`${collection.name}/${String(item[slugField])}`);
  return keys;
};

/** A taken slug, or a taken pair, is told by the name of the index that refused it. */
const asConflict = (collection: Collection, error: unknown): unknown => {
  const constraint = violatedConstraint(error);
  if (!constraint) return error;
  const slugField = slugFieldOf(collection);
  const sets = [...(slugField ? [[slugField]] : []), ...(collection.unique ?? [])];
  const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const hit = sets.find((keys) =>
    constraint.includes([collection.table, ...keys.map(snake)].join('_')),
  );
  const key = hit?.at(-1) ?? 'id';
  const field = collection.fields[key];
  return conflict(key, `${field ? labelOf(key, field) : key} is already used`);
};

export const createWriter = (collection: Collection, db: Database, options: WriterOptions = {}) => {
  const table = tableOf(collection);
  const behaviour = options.behaviour ?? {};

  const inTransaction = async <T>(work: (tx: Executor) => Promise<T>): Promise<T> => {
    try {
      return await transact(db, work);
    } catch (error) {
      throw asConflict(collection, error);
    }
  };

  const lock = async (tx: Executor, id: number): Promise<AnyItem> => {
    const [row] = await tx.select().from(table).where(eq(table.id, id)).for('update').limit(1);
    if (!row) throw notFound(collection.label.one);
    return toItem(row);
  };

  const checkVersion = (current: AnyItem, expected: number | undefined) => {
    if (expected === undefined || expected === current.version) return;
    throw new AppError('changed', 'Somebody else changed this item in the meantime', {
      extra: { current },
    });
  };

  const finish = async (change: Change, tx: Executor) => {
    await behaviour.after?.(change, tx);
    await options.afterAny?.(change, collection, tx);
    await announceChange(tx, [
      collection.name,
      ...keysOf(collection, change.before),
      ...keysOf(collection, change.after),
    ]);
  };

  const keepRevision = async (
    tx: Executor,
    action: 'update' | 'delete',
    item: AnyItem,
    viewer: Viewer,
  ) => {
    await tx.insert(revisions).values({
      collection: collection.name,
      itemId: item.id,
      version: item.version,
      action,
      title: String(item[collection.title] ?? ''),
      data: item,
      userId: viewer?.id ?? null,
      userEmail: viewer?.email ?? null,
    });
  };

  const createIn = async (tx: Executor, viewer: Viewer, draft: Draft): Promise<AnyItem> => {
    const prepared = (await behaviour.prepare?.(draft, { before: null, tx, viewer })) ?? draft;
    const [row] = await tx.insert(table).values(asDates(collection, prepared)).returning();
    const after = toItem(row as Draft);
    await finish({ collection: collection.name, before: null, after, viewer }, tx);
    return after;
  };

  const create = (viewer: Viewer, draft: Draft) =>
    inTransaction((tx) => createIn(tx, viewer, draft));

  type Target = { id: number; version?: number | undefined };

  const updateIn = async (
    tx: Executor,
    viewer: Viewer,
    target: Target,
    draft: Draft,
  ): Promise<AnyItem> => {
    const before = await lock(tx, target.id);
    checkVersion(before, target.version);
    const prepared = (await behaviour.prepare?.(draft, { before, tx, viewer })) ?? draft;
    await keepRevision(tx, 'update', before, viewer);
    const [row] = await tx
      .update(table)
      .set({
        updatedAt: sql`greatest(now(), ${table.updatedAt} + interval '1 millisecond')`,
        ...asDates(collection, prepared),
        version: before.version + 1,
      })
      .where(eq(table.id, target.id))
      .returning();
    const after = toItem(row as Draft);
    await finish({ collection: collection.name, before, after, viewer }, tx);
    return after;
  };

  const update = (viewer: Viewer, target: Target, draft: Draft) =>
    inTransaction((tx) => updateIn(tx, viewer, target, draft));

  const remove = (viewer: Viewer, target: Target): Promise<void> =>
    inTransaction(async (tx) => {
      const before = await lock(tx, target.id);
      checkVersion(before, target.version);
      await keepRevision(tx, 'delete', before, viewer);
      await tx.delete(table).where(eq(table.id, target.id));
      await finish({ collection: collection.name, before, after: null, viewer }, tx);
    });

  return { create, createIn, update, updateIn, remove, inTransaction };
};

export type Writer = ReturnType<typeof createWriter>;
