-- Selectors of vendors read their names in this order.
CREATE INDEX "vendors_name_index" ON "vendors" USING btree (lower("name")) WHERE "is_published";
