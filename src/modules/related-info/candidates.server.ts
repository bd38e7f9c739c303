import { and, desc, eq, not, sql } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { searchEntries } from '#modules/search/search.tables.server.ts';
import { isStopWord, keyWords } from '#platform/seo/keyphrase.ts';
import { excerpt, stripMarks } from '#platform/text/excerpt.ts';

export interface Candidate {
  title: string;
  source: string;
  description: string;
  url: string;
}

const MAX_TERMS = 24;
const MAX_FOUND = 20;

/** The words that an item is about, those of its title first. */
const termsOf = (title: string, body: string): string[] => {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of keyWords(text).slice(0, 3000)) {
      if (word.length < 3 || isStopWord(word)) continue;
      counts.set(word, (counts.get(word) ?? 0) + weight);
    }
  };
  add(title, 5);
  add(body, 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  return sorted.slice(0, MAX_TERMS).map(([word]) => word.replace(/[^\p{L}\p{N}]+/gu, ' ').trim());
};

/** Pages of this site that everybody may see and that are nearest to an item, by full text; never the item itself. */
export const findCandidates = async (
  { connection, content }: Pick<AppParts, 'connection' | 'content'>,
  collection: Collection,
  item: AnyItem,
): Promise<Candidate[]> => {
  const text = Object.entries(collection.fields)
    .filter(([, field]) => field.kind === 'markdown' || field.kind === 'text')
    .map(([key]) => (typeof item[key] === 'string' ? String(item[key]) : ''))
    .join('\n');
  const terms = termsOf(String(item[collection.title] ?? ''), stripMarks(text.slice(0, 20_000)));
  const { words } = searchEntries;
  const query = sql`websearch_to_tsquery('english', ${terms.join(' or ')})`;
  const own = and(eq(searchEntries.collection, collection.name), eq(searchEntries.itemId, item.id));
  const found = await connection.db
    .select()
    .from(searchEntries)
    .where(and(sql`${words} @@ ${query}`, own && not(own)))
    .orderBy(desc(sql`ts_rank(${words}, ${query}, 1)`))
    .limit(MAX_FOUND);
  const sourceOf = (name: string) =>
    content.registry.find((one) => one.name === name)?.label.many ?? '';
  return found.map(({ title, path, summary, body, ...entry }) => ({
    title: title.slice(0, 300),
    source: sourceOf(entry.collection),
    description: excerpt(summary || body, 200),
    url: path,
  }));
};
