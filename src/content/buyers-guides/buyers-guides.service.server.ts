import { inArray, sql } from 'drizzle-orm';
import { useCases } from '#content/use-cases/use-cases.collection.ts';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { widen } from '#kit/collection.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import { noteRead } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { BuyersGuide } from './buyers-guides.collection.ts';

const table = tableOf(widen(useCases));
const { slug, title, isPublished } = columnsOf(table);

/** The use cases that guides name, by slug; a slug that is not among them is just a word. */
const findUseCases = async (db: Executor, guides: readonly BuyersGuide[]) => {
  noteRead('use-cases');
  const slugs = [...new Set(guides.flatMap((guide) => guide.recommendedUseCases))];
  if (slugs.length === 0) return new Map();
  const rows = await db
    .select({
      slug: sql<string>`${slug}`,
      title: sql<string>`${title}`,
      isPublished: sql<boolean>`${isPublished}`,
    })
    .from(table)
    .where(inArray(slug as never, slugs));
  return new Map(rows.map((row) => [row.slug, row]));
};

/** Use cases are kept as slugs; a reader sees their titles, and nothing of those that are drafts. */
export const guideBehaviour: Behaviour<BuyersGuide> = {
  present: async (item, { db, viewer }) => {
    const known = await findUseCases(db, [item]);
    const shown = item.recommendedUseCases.filter((key) => known.get(key)?.isPublished !== false);
    return {
      ...(viewer ? {} : { recommendedUseCases: shown }),
      useCases: shown.map((key) => ({
        slug: known.has(key) ? key : null,
        title: known.get(key)?.title ?? key,
      })),
    };
  },
  presentList: async (items, { db, viewer }) => {
    if (viewer) return items;
    const known = await findUseCases(db, items);
    return items.map((item) => ({
      ...item,
      recommendedUseCases: item.recommendedUseCases.filter(
        (key) => known.get(key)?.isPublished !== false,
      ),
    }));
  },
};
