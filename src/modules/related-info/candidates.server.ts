import { and, desc, ne, sql } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { type AnyItem, type Collection, publicPathOf, slugFieldOf } from '#kit/collection.ts';
import { columnOf } from '#kit/table.server.ts';
import { placesOf } from '#modules/discovery/places.server.ts';
import { isStopWord, keyWords } from '#platform/seo/keyphrase.ts';
import { excerpt, stripMarks } from '#platform/text/excerpt.ts';

export interface Candidate {
  title: string;
  source: string;
  description: string;
  url: string;
  rank: number;
}

type Parts = Pick<AppParts, 'connection' | 'content'>;

const MAX_TERMS = 24;
const PER_COLLECTION = 6;
/** The newest rows of a collection that can grow without bound are enough to find a neighbor. */
const MAX_ROWS = 3000;
const MAX_TEXT = 1500;

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

/** Public items of one collection, nearest to the terms first. */
const findIn = async (
  { connection, content }: Parts,
  collection: Collection,
  asked: { terms: string; own: number | null },
): Promise<Candidate[]> => {
  const { reader } = content.partsOf(collection.name);
  const columnBy = (key: string) => columnOf(collection, key);
  const title = sql<string>`${columnBy(collection.title)}`;
  const body = sql<string>`coalesce(left(${columnBy(collection.body ?? collection.title)}, ${MAX_TEXT}), '')`;
  const slug = sql<string>`${columnBy(slugFieldOf(collection) ?? 'id')}`;
  const visible = and(
    reader.visible,
    asked.own === null ? undefined : ne(reader.table.id, asked.own),
  );
  const rows = connection.db
    .select({ title: title.as('title'), body: body.as('body'), slug: slug.as('slug') })
    .from(reader.table)
    .where(visible)
    .orderBy(desc(reader.table.id))
    .limit(MAX_ROWS)
    .as('visible_rows');
  const vector = sql`(setweight(to_tsvector('english', ${rows.title}), 'A') || setweight(to_tsvector('english', ${rows.body}), 'C'))`;
  const query = sql`websearch_to_tsquery('english', ${asked.terms})`;
  const rank = sql<number>`ts_rank(${vector}, ${query}, 1)`;
  const found = await connection.db
    .select({ title: rows.title, body: rows.body, slug: rows.slug, rank: rank.as('rank') })
    .from(rows)
    .where(sql`${vector} @@ ${query}`)
    .orderBy(desc(rank))
    .limit(PER_COLLECTION);
  return found.map((row) => ({
    title: row.title.slice(0, 300),
    source: collection.label.many,
    description: excerpt(row.body, 200),
    url: publicPathOf(collection, row.slug),
    rank: Number(row.rank),
  }));
};

/** Visible pages of this site that are nearest to an item, by full text; never the item itself. */
export const findCandidates = async (
  parts: Parts,
  collection: Collection,
  item: AnyItem,
): Promise<Candidate[]> => {
  const text = Object.entries(collection.fields)
    .filter(([, field]) => field.kind === 'markdown' || field.kind === 'text')
    .map(([key]) => (typeof item[key] === 'string' ? String(item[key]) : ''))
    .join('\n');
  const terms = termsOf(String(item[collection.title] ?? ''), stripMarks(text.slice(0, 20_000)));
  if (terms.length === 0) return [];
  const found: Candidate[] = [];
  for (const other of placesOf(parts)) {
    const own = other.name === collection.name ? item.id : null;
    found.push(...(await findIn(parts, other, { terms: terms.join(' or '), own })));
  }
  return found.sort((a, b) => b.rank - a.rank);
};
