import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Whether a column, of text or of texts, contains a term, whatever the term contains. */
export const mentions = (column: PgColumn, term: string, isList: boolean): SQL => {
  // The same words as in the index of searched texts (drizzle/0006_search.sql), or it goes unused.
  const text = isList ? sql`list_text(${column})` : column;
  // After this mark a pattern is plain text; `ilike` takes 1.5 to 4 times as long over long texts.
  return sql`${text} ~* ${`***=${term}`}`;
};
