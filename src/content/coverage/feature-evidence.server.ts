import { type SQL, sql } from 'drizzle-orm';
import type { features } from '#content/features/features.collection.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { Reader } from '#kit/reader.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { NO_CATEGORY } from '#platform/words.ts';
import { coverage, LEVELS, type Level } from './coverage.collection.ts';

const evidence = tableOf(coverage);
const vendorTable = tableOf(vendors);
const MAX_FEATURES = 500;

/** Published features by category, each with its count of `left` vendors. */
export const createFeatureCounter =
  (db: Database, featureReader: Reader<typeof features>) =>
  async (left: SQL | undefined, levels: readonly string[]) => {
    const [list, counted] = await Promise.all([
      featureReader.listCards({ viewer: null, limit: MAX_FEATURES }),
      db.execute<{ id: number; count: number }>(
        sql`select ${evidence.featureId} as id, count(*)::int as count from ${evidence}
            where ${evidence.level} = any(${sql.param(levels)}::text[])
              and ${evidence.vendorId} in (select ${vendorTable.id} from ${vendorTable} where ${left ?? sql`true`})
            group by ${evidence.featureId}`,
      ),
    ]);
    const counts = new Map(counted.rows.map(({ id, count }) => [id, count]));
    const groups = Map.groupBy(list, ({ category }) => category || NO_CATEGORY);
    return [...groups].map(([category, members]) => ({
      category,
      options: members.map(({ id, slug, name }) => ({
        value: slug,
        label: name,
        count: counts.get(id) ?? 0,
      })),
    }));
  };

/** The page of a feature shows so many vendors; the directory's filter lists them all. */
const SHOWN = 24;

interface Evidence {
  /** How many vendors there are at each level. */
  totals: Record<Level, number>;
  /** The rows that are shown: by level, then by the vendors' names. */
  ids: number[];
}

const vendor = tableOf(vendors);

/** Reads a feature's evidence once after each change: a popular one has a row for every third vendor. */
export const createFinder = (db: Database, reader: Reader<typeof coverage>) => {
  const remember = rememberUntilChange<Evidence>();
  const { table } = reader;

  const read = async (featureId: number): Promise<Evidence> => {
    const query = { viewer: null, filters: { feature: [String(featureId)] } };
    const { rows } = await db.execute<{ level: Level; total: number; ids: number[] }>(sql`
      select ${table.level} as level, count(*)::int as total,
        (array_agg(${table.id} order by lower(${vendor.name}), ${vendor.id}))[:${SHOWN}::int] as ids
      from ${table} join ${vendor} on ${vendor.id} = ${table.vendorId}
      where ${reader.conditionOf(query)} group by ${table.level}`);
    const at = (level: Level) => rows.find((row) => row.level === level);
    return {
      totals: {
        documented: at('documented')?.total ?? 0,
        partial: at('partial')?.total ?? 0,
        absent: at('absent')?.total ?? 0,
      },
      ids: LEVELS.flatMap((level) => at(level)?.ids ?? []).slice(0, SHOWN),
    };
  };

  return (featureId: number) => remember(String(featureId), () => read(featureId));
};
