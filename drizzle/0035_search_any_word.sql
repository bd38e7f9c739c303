DROP INDEX "search_entries_spellings_index";--> statement-breakpoint
CREATE INDEX "search_entries_path_index" ON "search_entries" USING btree ("path");--> statement-breakpoint
ALTER TABLE "search_entries" DROP COLUMN "names";--> statement-breakpoint
ALTER TABLE "search_entries" DROP COLUMN "spellings";