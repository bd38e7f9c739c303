import { sql } from 'drizzle-orm';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { tableOf } from '#kit/table.server.ts';

const evidence = tableOf(coverage);

/** How many of the published features every one of these vendors documents. */
export const createDocumentedCounter = ({ connection, content }: AppParts) => {
  const { table, visible } = content.partsOf(features.name).reader;
  return async (vendorIds: readonly number[]) => {
    const documenting = sql`(select count(*) from ${evidence}
      where ${evidence.featureId} = ${table.id} and ${evidence.level} = 'documented'
        and ${evidence.vendorId} = any(${sql.param(vendorIds)}::int[]))`;
    const [row] = await connection.db
      .select({
        documented: sql<number>`(count(*) filter (where ${documenting} = ${vendorIds.length}))::int`,
        total: sql<number>`count(*)::int`,
      })
      .from(table)
      .where(visible);
    return row ?? { documented: 0, total: 0 };
  };
};
