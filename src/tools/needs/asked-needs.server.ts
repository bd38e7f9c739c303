import { and, inArray } from 'drizzle-orm';
import { features } from '#content/features/features.collection.ts';
import { questionsFor, readQuestions } from '#content/shared/read-questions.ts';
import { visibilityOf } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type FieldProblems, invalid } from '#platform/errors.ts';
import { NO_CATEGORY } from '#platform/words.ts';
import { MAX_NEEDS } from './rule.ts';

export interface Need {
  id: number;
  slug: string;
  name: string;
  category: string;
  isMust: boolean;
  /** For vendors of which it is not confirmed. */
  question: string;
}

const table = tableOf(features);

/** A message names a few, and no more of each than a slug may have. */
const nameSome = (slugs: readonly string[]) =>
  slugs
    .slice(0, 5)
    .map((slug) => slug.slice(0, 100))
    .join(', ') + (slugs.length > 5 ? ` and ${slugs.length - 5} more` : '');

/** The features that are asked for, in that order; a must-have is a need, whether it is named there or not. */
export const readNeeds = async (
  db: Database,
  asked: { features: readonly string[]; musts: readonly string[] },
): Promise<Need[]> => {
  const slugs = [...new Set([...asked.features, ...asked.musts])];
  if (slugs.length === 0) throw invalid({ features: 'Name at least one feature' });
  if (slugs.length > MAX_NEEDS) throw invalid({ features: `At most ${MAX_NEEDS} needs at once` });
  const rows = await db
    .select({
      id: table.id,
      slug: table.slug,
      name: table.name,
      category: table.category,
      content: table.content,
    })
    .from(table)
    .where(and(visibilityOf(features), inArray(table.slug, slugs)));
  const bySlug = new Map(rows.map((row) => [row.slug, row]));
  const problems: FieldProblems = {};
  for (const field of ['features', 'musts'] as const) {
    const unknown = asked[field].filter((slug) => !bySlug.has(slug));
    if (unknown.length > 0) problems[field] = `No such feature: ${nameSome(unknown)}`;
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return slugs
    .flatMap((slug) => bySlug.get(slug) ?? [])
    .map(({ id, slug, name, category, content }) => ({
      id,
      slug,
      name,
      category: category ?? NO_CATEGORY,
      isMust: asked.musts.includes(slug),
      question: questionsFor(name, readQuestions(content))[0] ?? name,
    }));
};
