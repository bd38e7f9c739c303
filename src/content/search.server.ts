import { and, eq, inArray, or } from 'drizzle-orm';
import type { Change, Effect } from '#kit/behaviour.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import { visibilityOf } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { SearchKind } from '#modules/search/entry.server.ts';
import type { SearchIndex } from '#modules/search/index.server.ts';
import type { Names } from '#modules/search/names.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { comparisons } from './comparisons/comparisons.collection.ts';
import { coverage } from './coverage/coverage.collection.ts';
import { features } from './features/features.collection.ts';
import { loadNames } from './search-names.server.ts';
import { vendors } from './vendors/vendors.collection.ts';

/** Default for pages without a weight. */
const WEIGHT = 0.5;

/** The groups of a search: one for each type with pages, but for those that share one. */
export const searchKindsOf = (registry: readonly Collection[]): SearchKind[] => {
  const paged = registry.filter(({ publicPath }) => publicPath !== undefined);
  const groups = Map.groupBy(paged, ({ name, inSearch }) => inSearch?.kind ?? name);
  return [...groups].flatMap(([name, collections]) => {
    const leader = collections.find((one) => one.name === name) ?? collections[0];
    if (!leader) return [];
    const { label = leader.label, weight = WEIGHT } = leader.inSearch ?? {};
    return { name, label, weight, collections };
  });
};

/** Reads of every search, so that a change of any is seen at once. */
export const searchReads = (db: Database, kinds: readonly SearchKind[]) => {
  const remember = rememberUntilChange<Names>({ max: 1 });
  return {
    reads: [coverage, ...kinds.flatMap(({ collections }) => collections)].map(({ name }) => name),
    readNames: () => remember('', () => loadNames(db, kinds)),
  };
};

const evidence = tableOf(coverage);
const featureTable = tableOf(features);
const pairs = tableOf(comparisons);

/** The names of the features that pages document of each of these vendors. */
export const documentedFeatures = async (
  tx: Executor,
  { name }: Collection,
  vendorIds: readonly number[],
): Promise<Map<number, string[]>> => {
  if (name !== vendors.name || vendorIds.length === 0) return new Map();
  const rows = await tx
    .select({ vendorId: evidence.vendorId, feature: featureTable.name })
    .from(evidence)
    .innerJoin(featureTable, eq(featureTable.id, evidence.featureId))
    .where(
      and(
        inArray(evidence.vendorId, [...vendorIds]),
        eq(evidence.level, 'documented'),
        visibilityOf(features),
      ),
    );
  const named = Map.groupBy(rows, ({ vendorId }) => vendorId ?? 0);
  return new Map([...named].map(([id, list]) => [id, list.map(({ feature }) => feature)]));
};

const vendorsWith = async (tx: Executor, featureId: number): Promise<number[]> => {
  const rows = await tx
    .select({ id: evidence.vendorId })
    .from(evidence)
    .where(eq(evidence.featureId, featureId));
  return rows.flatMap(({ id }) => id ?? []);
};

const comparisonsOf = async (tx: Executor, vendorId: number): Promise<number[]> => {
  const rows = await tx
    .select({ id: pairs.id })
    .from(pairs)
    .where(or(eq(pairs.vendorAId, vendorId), eq(pairs.vendorBId, vendorId)));
  return rows.map(({ id }) => id);
};

/** The items of which a search may say something else after this change. */
const touchedBy = async (
  { before, after, isRestore }: Change,
  collection: Collection,
  tx: Executor,
): Promise<[Collection, number[]][]> => {
  const versions: AnyItem[] = [before, after].flatMap((item) => item ?? []);
  const id = versions[0]?.id ?? 0;
  if (collection.name === coverage.name) {
    return [[vendors, [...new Set(versions.map(({ vendorId }) => Number(vendorId)))]]];
  }
  const own: [Collection, number[]] = [collection, [id]];
  // Only a restored item is new and already named by others.
  if (!before && !isRestore) return [own];
  const turns = isPublic(collection, before) !== isPublic(collection, after);
  if (collection.name === features.name && (turns || before?.name !== after?.name)) {
    return [own, [vendors, await vendorsWith(tx, id)]];
  }
  if (collection.name === vendors.name && turns) {
    return [own, [comparisons, await comparisonsOf(tx, id)]];
  }
  return [own];
};

export const followInSearch =
  ({ writeAtEnd }: SearchIndex): Effect =>
  async (change, collection, tx) => {
    for (const [of, ids] of await touchedBy(change, collection, tx)) writeAtEnd(tx, of, ids);
  };
