import {
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** A row for every item that an anonymous visitor may see, written with the item and gone with it. */
export const searchEntries = pgTable(
  'search_entries',
  {
    collection: text('collection').notNull(),
    itemId: integer('item_id').notNull(),
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    path: text('path').notNull(),
    summary: text('summary').notNull(),
    /** The plain text of its page, to show where a word stands. */
    body: text('body').notNull(),
    day: timestamp('day', { withTimezone: true, precision: 3, mode: 'string' }).notNull(),
    /** The words of the title, as they are compared. */
    name: text('name').notNull(),
    /** The words of the title and of other names, as written and by their stems, and the kind as `=kind`. */
    titleWords: tsvector('title_words').notNull(),
    /** Stems: A of the names, B of the summary and features, C of headings, D of everything else; and the kind. */
    words: tsvector('words').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collection, table.itemId] }),
    index('search_entries_name_index').on(table.kind, table.name.op('text_pattern_ops')),
    index('search_entries_day_index').on(table.kind, table.day),
    // Without the list of pending entries, which every search would have to read through.
    index('search_entries_title_words_index')
      .using('gin', table.titleWords)
      .with({ fastupdate: false }),
    index('search_entries_words_index').using('gin', table.words).with({ fastupdate: false }),
    index('search_entries_path_index').on(table.path),
  ],
);

/** Searches that found nothing, by day and words; no visitor is stored. */
export const searchMisses = pgTable(
  'search_misses',
  {
    day: date('day', { mode: 'string' }).notNull(),
    words: text('words').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.words] })],
);
