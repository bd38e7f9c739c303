import { and, eq, ne, sql } from 'drizzle-orm';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { widen } from '#kit/collection.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import { noteRead } from '#platform/changes.server.ts';
import { type FaqEntry, faq } from './faq.collection.ts';

const RELATED_QUESTIONS = 10;

const table = tableOf(widen(faq));
const { slug, question, isPublished } = columnsOf(table);

export const faqBehaviour: Behaviour<FaqEntry> = {
  /** Random, but the same all day, so that server and browser agree and pages can be kept. */
  present: async (item, { db, viewer }) => {
    noteRead('faq');
    const day = new Date().toISOString().slice(0, 10);
    const relatedQuestions = await db
      .select({ slug: sql<string>`${slug}`, question: sql<string>`${question}` })
      .from(table)
      .where(and(ne(table.id, item.id), eq(isPublished as never, true)))
      .orderBy(sql`md5(${table.id}::text || ${`${item.slug}${day}`})`)
      .limit(RELATED_QUESTIONS);
    // Readers get a name in any case; an editor gets what is stored.
    const name = viewer ? item.name : (item.name ?? item.question);
    return { name, relatedQuestions };
  },
};
