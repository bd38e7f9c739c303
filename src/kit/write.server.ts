import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import { asConflict } from '#platform/db/conflicts.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { notFound, theOne } from '#platform/errors.ts';
import { noteChange, type Tx, transact } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Behaviour, Change, Effect, WriteContext, WriteFlags } from './behaviour.server.ts';
import { type AnyItem, type Collection, type ItemOf, uniqueSetsOf } from './collection.ts';
import { labelOf } from './fields.ts';
import { keepRevision, requireVersion } from './revisions.server.ts';
import { siteChangeOf } from './site-change.ts';
import { tableOf } from './table.server.ts';

type Draft = Record<string, unknown>;
type Confirmed = Pick<WriteFlags, 'isConfirmed'>;
type Target = Confirmed & { id: number; version?: number | undefined };

/** As both would be written down. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

export const holdsAll = (item: AnyItem, draft: Draft) =>
  Object.entries(draft).every(([key, value]) => isDeepStrictEqual(plain(item[key]), plain(value)));

type DraftOf<C extends Collection> = Partial<ItemOf<C>>;
type Writing = [tx: Tx, viewer: Viewer];
type Creating<C extends Collection> = [...Writing, draft: DraftOf<C>, asked?: Confirmed];
type Update<C extends Collection, At = Target> = (
  ...args: [...Writing, at: At, draft: DraftOf<C>]
) => Promise<ItemOf<C>>;

/** Writes one collection, each time in a transaction; those whose name ends in `In` join one that is open. */
export interface Writer<C extends Collection = Collection> {
  createIn(...args: Creating<C>): Promise<ItemOf<C>>;
  /** A deleted item comes back. */
  recreateIn(...args: Creating<C>): Promise<ItemOf<C>>;
  update(viewer: Viewer, target: Target, draft: DraftOf<C>): Promise<ItemOf<C>>;
  updateIn: Update<C>;
  /** The item is one that this transaction has read and locked. */
  updateHeldIn: Update<C, AnyItem>;
  /** A change that was planned for this time. */
  updateDueIn: Update<C>;
  /** The server's own work from files: an item that holds all of it gets neither a version nor a revision. */
  importIn(tx: Tx, id: number, draft: DraftOf<C>): Promise<ItemOf<C>>;
  restoreIn: Update<C>;
  removeIn(tx: Tx, viewer: Viewer, at: Target): Promise<void>;
  removeHeldIn(tx: Tx, viewer: Viewer, held: AnyItem): Promise<void>;
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export const createWriter = (
  collection: Collection,
  db: Database,
  { behaviour = {}, effects = [] }: { behaviour?: Behaviour; effects?: readonly Effect[] } = {},
): Writer => {
  const table = tableOf(collection);
  const labelFor = (key: string) => labelOf(key, collection.fields[key]);

  const inTransaction = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    try {
      return await transact(db, work);
    } catch (error) {
      throw asConflict(error, collection.table, uniqueSetsOf(collection), labelFor);
    }
  };

  /** The item as it stands, held until the transaction ends. */
  const lock = async (tx: Tx, target: Target): Promise<AnyItem> => {
    const [item] = await tx.select().from(table).where(eq(table.id, target.id)).for('update');
    if (!item) throw notFound(collection.label.one);
    requireVersion(item, target.version);
    return item;
  };

  /** Announces what was stored. */
  const complete = async (rows: AnyItem[], { tx, ...change }: WriteContext) => {
    const after = theOne(rows, collection.label.one);
    await finish(tx, { ...change, after });
    return after;
  };

  const finish = async (tx: Tx, change: Omit<Change, 'collection'>) => {
    const whole = { ...change, collection: collection.name };
    await behaviour.after?.(whole, tx);
    for (const effect of effects) await effect(whole, collection, tx);
    noteChange(tx, siteChangeOf(collection, change));
  };

  const prepare = async (draft: Draft, context: WriteContext): Promise<Draft> =>
    (await behaviour.prepare?.(draft, context)) ?? draft;

  const insert = async (draft: Draft, context: WriteContext) => {
    const prepared = await prepare(draft, context);
    return complete(await context.tx.insert(table).values(prepared).returning(), context);
  };

  const create =
    (flags: WriteFlags): Writer['createIn'] =>
    (tx, viewer, draft, asked) =>
      insert(draft, { ...flags, ...asked, before: null, tx, viewer });

  const keep = (tx: Tx, viewer: Viewer, item: AnyItem, draft: Draft | null) => {
    const action = draft ? 'update' : 'delete';
    return keepRevision(tx, { collection, action, item, viewer });
  };

  /** Of an item that is held, what is prepared already. */
  const replace = async (prepared: Draft, context: WriteContext & { before: AnyItem }) => {
    const { before, tx, viewer } = context;
    await keep(tx, viewer, before, prepared);
    const { id, version } = before;
    const updatedAt = sql`greatest(now(), ${table.updatedAt} + interval '1 millisecond')`;
    const rows = await tx
      .update(table)
      .set({ updatedAt, ...prepared, version: version + 1 })
      .where(and(eq(table.id, id), eq(table.version, version)))
      .returning();
    // Another write of this transaction may have changed the row since it was read: a conflict, like a colleague's.
    if (rows.length === 0) await lock(tx, { id, version });
    return complete(rows, context);
  };

  const changeHeld =
    (flags: WriteFlags): Update<Collection, AnyItem> =>
    async (tx, viewer, before, draft) => {
      const context = { ...flags, before, tx, viewer };
      return replace(await prepare(draft, context), context);
    };

  const change =
    (flags: WriteFlags): Update<Collection> =>
    async (tx, viewer, { isConfirmed, ...at }, draft) =>
      changeHeld({ ...flags, isConfirmed })(tx, viewer, await lock(tx, at), draft);

  const importIn: Writer['importIn'] = async (tx, id, draft) => {
    const context = { before: await lock(tx, { id }), tx, viewer: null };
    const prepared = await prepare(draft, context);
    return holdsAll(context.before, prepared) ? context.before : replace(prepared, context);
  };

  const removeHeldIn = async (tx: Tx, viewer: Viewer, held: AnyItem): Promise<void> => {
    await keep(tx, viewer, held, null);
    await tx.delete(table).where(eq(table.id, held.id));
    await finish(tx, { before: held, after: null, viewer });
  };

  return {
    createIn: create({}),
    recreateIn: create({ isRestore: true }),
    update: (viewer, at, draft) => inTransaction((tx) => change({})(tx, viewer, at, draft)),
    updateIn: change({}),
    updateHeldIn: changeHeld({}),
    updateDueIn: change({ isScheduled: true }),
    importIn,
    restoreIn: change({ isRestore: true }),
    removeIn: async (tx, viewer, at) => removeHeldIn(tx, viewer, await lock(tx, at)),
    removeHeldIn,
    inTransaction,
  };
};
