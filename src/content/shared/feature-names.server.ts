import { and, inArray } from 'drizzle-orm';
import { features } from '#content/features/features.collection.ts';
import { visibilityOf } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';

const table = tableOf(features);

/** Published features in the order of the slugs; a slug that names none is just a word. */
export const namesOf = async (db: Executor, slugs: readonly string[]) => {
  if (slugs.length === 0) return [];
  const rows = await db
    .select({ slug: table.slug, name: table.name })
    .from(table)
    .where(and(visibilityOf(features), inArray(table.slug, [...slugs])));
  return slugs.flatMap((slug) => rows.find((row) => row.slug === slug) ?? []);
};
