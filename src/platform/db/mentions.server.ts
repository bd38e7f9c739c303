import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Whether a column, of text or of texts, contains a term, whatever the term contains. */
export const mentions = (column: PgColumn, term: string, isList: boolean): SQL => {
  const pattern = `%${term.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
  // The same words as in the index of searched texts (drizzle/0006_search.sql), or it goes unused.
  return sql`${isList ? sql`list_text(${column})` : column} ilike ${pattern}`;
};
