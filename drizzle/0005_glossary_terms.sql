-- The glossary is shown from A to Z, a page at a time.
CREATE INDEX "glossary_entries_term_index" ON "glossary_entries" USING btree (lower("term"),"id" DESC) WHERE "is_published";
