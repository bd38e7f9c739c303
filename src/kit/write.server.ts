import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { asConflict } from '#platform/db/conflicts.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { notFound, theOne } from '#platform/errors.ts';
import { noteChange, type Tx, transact } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Behaviour, Effect, How, WriteContext } from './behaviour.server.ts';
import { type AnyItem, type Collection, type ItemOf, uniqueSetsOf } from './collection.ts';
import { labelOf } from './fields.ts';
import { keepRevision, requireVersion } from './revisions.server.ts';
import { siteChangeOf } from './site-change.ts';
import { tableOf } from './table.server.ts';

type Draft = Record<string, unknown>;
type DraftOf<C extends Collection> = Partial<ItemOf<C>>;

interface Target {
  id: number;
  /** The version that was seen: another one refuses the write. */
  version?: number | undefined;
}

/** As both would be written down. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

export const holdsAll = (item: AnyItem, draft: Draft) =>
  Object.entries(draft).every(([key, value]) => isDeepStrictEqual(plain(item[key]), plain(value)));

/** Writes one collection, always inside a transaction of `transact`. */
export interface Writer<C extends Collection = Collection> {
  create(tx: Tx, viewer: Viewer, draft: DraftOf<C>, how?: How): Promise<ItemOf<C>>;
  update(tx: Tx, viewer: Viewer, at: Target, draft: DraftOf<C>, how?: How): Promise<ItemOf<C>>;
  remove(tx: Tx, viewer: Viewer, at: Target): Promise<void>;
  /** A taken slug is refused by its field. */
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export const createWriter = (
  collection: Collection,
  db: Database,
  { behaviour = {}, effects = [] }: { behaviour?: Behaviour; effects?: readonly Effect[] } = {},
): Writer => {
  const table = tableOf(collection);
  const { one } = collection.label;
  const labelFor = (key: string) => labelOf(key, collection.fields[key]);

  /** The item of now, which no other write changes until the transaction ends. */
  const lock = async (tx: Tx, target: Target): Promise<AnyItem> => {
    const [item] = await tx.select().from(table).where(eq(table.id, target.id)).for('update');
    if (!item) throw notFound(one);
    requireVersion(item, target.version);
    return item;
  };

  const prepare = async (draft: Draft, context: WriteContext): Promise<Draft> =>
    (await behaviour.prepare?.(draft, context)) ?? draft;

  /** What follows from a write that is stored. */
  const finish = async ({ tx, ...context }: WriteContext, after: AnyItem | null) => {
    const change = { ...context, after, collection: collection.name };
    await behaviour.after?.(change, tx);
    for (const effect of effects) await effect(change, collection, tx);
    noteChange(tx, siteChangeOf(collection, change));
  };

  return {
    async create(tx, viewer, draft, how) {
      const context = { ...how, before: null, tx, viewer };
      const prepared = await prepare(draft, context);
      const made: AnyItem = theOne(await tx.insert(table).values(prepared).returning(), one);
      await finish(context, made);
      return made;
    },

    async update(tx, viewer, at, draft, how) {
      const before = await lock(tx, at);
      const context = { ...how, before, tx, viewer };
      const prepared = await prepare(draft, context);
      if (how?.isImport && holdsAll(before, prepared)) return before;
      await keepRevision(tx, { collection, action: 'update', item: before, viewer });
      const updatedAt = sql`greatest(now(), ${table.updatedAt} + interval '1 millisecond')`;
      const rows = await tx
        .update(table)
        .set({ updatedAt, ...prepared, version: before.version + 1 })
        .where(eq(table.id, before.id))
        .returning();
      const after: AnyItem = theOne(rows, one);
      await finish(context, after);
      return after;
    },

    async remove(tx, viewer, at) {
      const before = await lock(tx, at);
      await keepRevision(tx, { collection, action: 'delete', item: before, viewer });
      await tx.delete(table).where(eq(table.id, before.id));
      await finish({ before, tx, viewer }, null);
    },

    async inTransaction(work) {
      try {
        return await transact(db, work);
      } catch (error) {
        throw asConflict(error, collection.table, uniqueSetsOf(collection), labelFor);
      }
    },
  };
};
