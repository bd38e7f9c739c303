CREATE SCHEMA IF NOT EXISTS "retired";--> statement-breakpoint
ALTER TABLE "missing_pages" SET SCHEMA "retired";--> statement-breakpoint
ALTER TABLE "missing_probes" SET SCHEMA "retired";--> statement-breakpoint
ALTER TABLE "page_reads" SET SCHEMA "retired";--> statement-breakpoint
CREATE TABLE "retired"."revisions_told_of" AS SELECT "id", "told_of" FROM "revisions" WHERE "told_of" IS NOT NULL;--> statement-breakpoint
CREATE TABLE "retired"."revisions_erased" AS SELECT * FROM "revisions" WHERE "action" = 'erased';--> statement-breakpoint
-- Of these only what the list of changes needed was kept; for an item's history they are no versions.
DELETE FROM "revisions" WHERE "action" = 'erased';--> statement-breakpoint
ALTER TABLE "revisions" DROP COLUMN "told_of";
