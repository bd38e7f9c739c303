import { and, ne, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { analyseSeo, type SeoInput, type SeoResult } from '#admin/seo/analyser.ts';
import type { Collection } from '#kit/collection.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import type { Ai } from '#modules/ai/ai.server.ts';
import { asMaterial, MATERIAL_RULE } from '#modules/ai/material.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { Viewer } from '#platform/viewer.ts';

interface SeoParts {
  db: Executor;
  ai: Ai;
  content: { registry: readonly Collection[] };
}

interface SeoSubject extends Omit<SeoInput, 'existing'> {
  /** The collection and the id of an item that is stored already: it is no duplicate of itself. */
  collection?: string | undefined;
  id?: number | undefined;
}

const MAX_CONTENT = 20_000;

const seoResponse = z.object({
  metaTitle: z.string().min(1).describe('Title for search results, at most 60 characters'),
  metaDescription: z
    .string()
    .min(1)
    .describe('Description for search results, 150 to 160 characters'),
  focusKeyphrase: z
    .string()
    .describe('The phrase of two to four words that readers would search for'),
});

/** Meta texts of other items that are word for word the same. */
const findDuplicates = async ({ db, content }: SeoParts, subject: SeoSubject, made: SeoResult) => {
  const existing: Record<'metaTitles' | 'metaDescriptions', string[]> = {
    metaTitles: [],
    metaDescriptions: [],
  };
  for (const collection of content.registry) {
    if (!collection.fields.metaTitle) continue;
    const table = tableOf(collection);
    const metaTitle = columnOf(collection, 'metaTitle');
    const metaDescription = columnOf(collection, 'metaDescription');
    const other: SQL | undefined =
      subject.collection === collection.name && subject.id ? ne(table.id, subject.id) : undefined;
    const same = sql`(lower(${metaTitle}) = lower(${made.metaTitle}) or lower(${metaDescription}) = lower(${made.metaDescription}))`;
    const rows = await db
      .select({
        title: sql<string | null>`${metaTitle}`,
        description: sql<string | null>`${metaDescription}`,
      })
      .from(table)
      .where(and(same, other))
      .limit(3);
    existing.metaTitles.push(...rows.flatMap((row) => row.title ?? []));
    existing.metaDescriptions.push(...rows.flatMap((row) => row.description ?? []));
  }
  return existing;
};

/** The analyser's word on a text, duplicates on the site included. */
export const scoreSeo = async (parts: SeoParts, subject: SeoSubject): Promise<SeoResult> => {
  const first = analyseSeo(subject);
  return analyseSeo({ ...subject, existing: await findDuplicates(parts, subject, first) });
};

const writeByAi = ({ ai }: SeoParts, viewer: Viewer, subject: SeoSubject) =>
  ai.generate(viewer, {
    name: 'seo_data',
    schema: seoResponse,
    system: [
      'You write the title and the description under which a web page appears in search results. Say what the page holds, plainly, without promises that it does not keep.',
      MATERIAL_RULE,
      ...(subject.targetKeyphrase
        ? [`Work towards this keyphrase: ${subject.targetKeyphrase}`]
        : []),
    ].join('\n\n'),
    prompt: `Write the SEO data of this page.\n\n${asMaterial(`Title: ${subject.title}\n\n${subject.content.slice(0, MAX_CONTENT)}`)}`,
  });

/** Words of the service, without tags and line breaks. */
export const plain = (text: string) =>
  text
    .replace(/<[^<>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** With an AI service it writes and the analyser scores; without one the analyser does both. */
export const generateSeo = async (
  parts: SeoParts,
  viewer: Viewer,
  subject: SeoSubject,
): Promise<SeoResult> => {
  if (!parts.ai.isConfigured) {
    return scoreSeo(parts, { ...subject, metaTitle: null, metaDescription: null });
  }
  const made = await writeByAi(parts, viewer, subject);
  return scoreSeo(parts, {
    ...subject,
    metaTitle: plain(made.metaTitle),
    metaDescription: plain(made.metaDescription),
    targetKeyphrase: subject.targetKeyphrase?.trim() || plain(made.focusKeyphrase).slice(0, 100),
  });
};
