import { inArray, sql } from 'drizzle-orm';
import { useCases } from '#content/use-cases/use-cases.collection.ts';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { widen } from '#kit/collection.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import { noteRead } from '#platform/changes.server.ts';
import type { BuyersGuide } from './buyers-guides.collection.ts';

const table = tableOf(widen(useCases));
const { slug, title, isPublished } = columnsOf(table);

export const guideBehaviour: Behaviour<BuyersGuide> = {
  /** Use cases are kept as slugs; a reader sees their titles. */
  present: async (item, { db }) => {
    noteRead('use-cases');
    if (item.recommendedUseCases.length === 0) return { useCases: [] };
    const rows = await db
      .select({ slug: sql<string>`${slug}`, title: sql<string>`${title}` })
      .from(table)
      .where(sql`${inArray(slug as never, item.recommendedUseCases)} and ${isPublished}`);
    const byslug = new Map(rows.map((row) => [row.slug, row.title]));
    return {
      useCases: item.recommendedUseCases.map((key) => ({
        slug: byslug.has(key) ? key : null,
        title: byslug.get(key) ?? key,
      })),
    };
  },
};
