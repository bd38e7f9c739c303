import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import { announceChange, transact } from '#platform/changes.server.ts';
import { storeRows } from '#platform/db/bulk-rows.server.ts';
import { asConflict } from '#platform/db/conflicts.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { notFound, theOne } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Behaviour, Change, Effect, WriteContext, WriteFlags } from './behaviour.server.ts';
import { type AnyItem, type Collection, type ItemOf, uniqueSetsOf } from './collection.ts';
import { labelOf } from './fields.ts';
import { isPublic } from './is-public.ts';
import { changedKeys, isSoftChange } from './read-keys.server.ts';
import { keepRevision, requireVersion } from './revisions.server.ts';
import { tableOf } from './table.server.ts';

type Draft = Record<string, unknown>;
type Confirmed = Pick<WriteFlags, 'isConfirmed'>;
type Target = Confirmed & { id: number; version?: number | undefined };

/** As both would be written down. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

export const holdsAll = (item: AnyItem, draft: Draft) =>
  Object.entries(draft).every(([key, value]) => isDeepStrictEqual(plain(item[key]), plain(value)));

/** The item that the changelog names for this change: none when readers see no other facts after it. */
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
type ManyWrites<C extends Collection> = readonly { held: ItemOf<C> | null; draft: DraftOf<C> }[];
type Writing = [tx: Executor, viewer: Viewer];
type Creating<C extends Collection> = [...Writing, draft: DraftOf<C>, asked?: Confirmed];
type WritingMany<C extends Collection> = [...Writing, writes: ManyWrites<C>];
type Update<C extends Collection, At = Target> = (
  ...args: [...Writing, at: At, draft: DraftOf<C>]
) => Promise<ItemOf<C>>;

/** Writes one collection, each time in a transaction; those whose name ends in `In` join one that is open. */
export interface Writer<C extends Collection = Collection> {
  createIn(...args: Creating<C>): Promise<ItemOf<C>>;
  /** A deleted item comes back. */
  recreateIn(...args: Creating<C>): Promise<ItemOf<C>>;
  /** Creates items, or changes those that are held, with few statements for all of them. */
  writeManyIn(...args: WritingMany<C>): Promise<ItemOf<C>[]>;
  /** Values of before come back to items that are held. */
  restoreManyIn(...args: WritingMany<C>): Promise<ItemOf<C>[]>;
  update(viewer: Viewer, target: Target, draft: DraftOf<C>): Promise<ItemOf<C>>;
  updateIn: Update<C>;
  /** The item is one that this transaction has read and locked. */
  updateHeldIn: Update<C, AnyItem>;
  /** A change that was planned for this time. */
  updateDueIn: Update<C>;
  /** The server's own work from files: an item that holds all of it gets neither a version nor a revision. */
  importIn(tx: Executor, id: number, draft: DraftOf<C>): Promise<ItemOf<C>>;
  restoreIn: Update<C>;
  removeIn(tx: Executor, viewer: Viewer, at: Target): Promise<void>;
  removeHeldIn(tx: Executor, viewer: Viewer, held: AnyItem): Promise<void>;
  inTransaction<T>(work: (tx: Executor) => Promise<T>): Promise<T>;
}

export const createWriter = (
  collection: Collection,
  db: Database,
  { behaviour = {}, effects = [] }: { behaviour?: Behaviour; effects?: readonly Effect[] } = {},
): Writer => {
  const table = tableOf(collection);
  const labelFor = (key: string) => labelOf(key, collection.fields[key]);

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
  const complete = async (rows: AnyItem[], { tx, ...change }: WriteContext) => {
    const after = theOne(rows, collection.label.one);
    await finish(tx, { ...change, after });
    return after;
  };

  const finish = async (tx: Executor, change: Omit<Change, 'collection'>) => {
    const whole = { ...change, collection: collection.name };
    await behaviour.after?.(whole, tx);
    for (const effect of effects) await effect(whole, collection, tx);
    await announceChange(tx, changedKeys(collection, change), isSoftChange(collection, change));
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

  const keep = (tx: Executor, viewer: Viewer, item: AnyItem, draft: Draft | null) => {
    const action = draft ? 'update' : 'delete';
    const changelogSubject = subjectOf(collection, item, draft);
    return keepRevision(tx, { collection, action, item, viewer, changelogSubject });
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

  const writeMany =
    (flags: WriteFlags): Writer['writeManyIn'] =>
    async (tx, viewer, writes) => {
      const written: AnyItem[] = [];
      let batch: { before: AnyItem | null; values: Draft }[] = [];
      const store = async () => {
        for (const { before, values, after } of await storeRows(tx, table, batch)) {
          if (before) await keep(tx, viewer, before, values);
          await finish(tx, { ...flags, before, after, viewer });
          written.push(after);
        }
        batch = [];
      };
      for (const { held, draft } of writes) {
        const isBatched = behaviour.batches?.(draft);
        if (!isBatched) await store();
        const at = { ...flags, before: held, tx, viewer };
        if (isBatched) batch.push({ before: held, values: await prepare(draft, at) });
        else if (held) written.push(await changeHeld(flags)(tx, viewer, held, draft));
        else written.push(await insert(draft, { ...at, before: null }));
      }
      await store();
      return written;
    };

  const removeHeldIn = async (tx: Executor, viewer: Viewer, held: AnyItem): Promise<void> => {
    await keep(tx, viewer, held, null);
    await tx.delete(table).where(eq(table.id, held.id));
    await finish(tx, { before: held, after: null, viewer });
  };

  return {
    createIn: create({}),
    recreateIn: create({ isRestore: true }),
    writeManyIn: writeMany({}),
    restoreManyIn: writeMany({ isRestore: true }),
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
