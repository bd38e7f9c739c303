import { type SQL, sql } from 'drizzle-orm';
import type { features } from '#content/features/features.collection.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { Reader } from '#kit/reader.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { coverage } from './coverage.collection.ts';

const evidence = tableOf(coverage);
const vendorTable = tableOf(vendors);
const MAX_FEATURES = 500;
/** Features without a category stand together, as on the features page. */
const OTHER = 'Other';

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
    const groups = Map.groupBy(list, ({ category }) => category || OTHER);
    return [...groups].map(([category, members]) => ({
      category,
      options: members.map(({ id, slug, name }) => ({
        value: slug,
        label: name,
        count: counts.get(id) ?? 0,
      })),
    }));
  };
