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
  /** Use cases are kept as slugs; a reader sees their titles, and nothing of those that are drafts. */
  present: async (item, { db, viewer }) => {
    noteRead('use-cases');
    if (item.recommendedUseCases.length === 0) return { useCases: [] };
    const rows = await db
      .select({
        slug: sql<string>`${slug}`,
        title: sql<string>`${title}`,
        isPublished: sql<boolean>`${isPublished}`,
      })
      .from(table)
      .where(inArray(slug as never, item.recommendedUseCases));
    const known = new Map(rows.map((row) => [row.slug, row]));
    const shown = item.recommendedUseCases.filter((key) => known.get(key)?.isPublished !== false);
    return {
      ...(viewer ? {} : { recommendedUseCases: shown }),
      useCases: shown.map((key) => ({
        slug: known.has(key) ? key : null,
        title: known.get(key)?.title ?? key,
      })),
    };
  },
};
