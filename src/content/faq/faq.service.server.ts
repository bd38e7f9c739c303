import { and, ne, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { visibilityOf } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import { today } from '#platform/today.ts';
import { faq } from './faq.collection.ts';

const RELATED_QUESTIONS = 10;

const table = tableOf(faq);

const responses = {
  detail: { relatedQuestions: z.array(z.object({ slug: z.string(), question: z.string() })) },
};

export const faqBehaviour = {
  /** Of the same category first; random, but the same all day, so that server and browser agree and pages can be cached. */
  present: async (item, { db, viewer }) => {
    const relatedQuestions = await db
      .select({ slug: table.slug, question: table.question })
      .from(table)
      .where(and(ne(table.id, item.id), visibilityOf(faq)))
      .orderBy(
        sql`${table.category} is not distinct from ${item.category} desc`,
        sql`md5(${table.id}::text || ${`${item.slug}${today()}`})`,
      )
      .limit(RELATED_QUESTIONS);
    // Readers always get a name; an editor gets the stored value.
    const name = viewer ? item.name : (item.name ?? item.question);
    return { name, relatedQuestions };
  },
  responses,
} satisfies Behaviour<typeof faq, typeof responses>;
