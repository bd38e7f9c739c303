CREATE SCHEMA IF NOT EXISTS "retired";--> statement-breakpoint
ALTER TABLE "evidence_runs" DROP CONSTRAINT "evidence_runs_vendor_id_vendors_id_fk";--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposals_vendor_id_vendors_id_fk";--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposals_feature_id_features_id_fk";--> statement-breakpoint
ALTER TABLE "evidence_runs" SET SCHEMA "retired";--> statement-breakpoint
ALTER TABLE "evidence_pages" SET SCHEMA "retired";--> statement-breakpoint
ALTER TABLE "proposals" SET SCHEMA "retired";--> statement-breakpoint
CREATE TABLE "retired"."coverage_found_with" AS SELECT "id", "found_with" FROM "coverage" WHERE "found_with" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "coverage" DROP COLUMN "found_with";--> statement-breakpoint
CREATE TABLE "retired"."vendors_found_with" AS SELECT "id", "sources" FROM "vendors" WHERE "sources"::text ~ '"foundWith"\s*:\s*"AI"';--> statement-breakpoint
-- A source takes no field that its form does not know: not from a profile, a draft or the history.
UPDATE "vendors" SET "sources" = regexp_replace(regexp_replace("sources"::text, ',\s*"foundWith"\s*:\s*("AI"|null)', '', 'g'), '"foundWith"\s*:\s*("AI"|null)\s*,', '', 'g')::json WHERE "sources"::text LIKE '%"foundWith"%';--> statement-breakpoint
UPDATE "item_drafts" SET "fields" = regexp_replace(regexp_replace("fields"::text, ',\s*"foundWith"\s*:\s*("AI"|null)', '', 'g'), '"foundWith"\s*:\s*("AI"|null)\s*,', '', 'g')::json WHERE "collection" = 'vendors' AND "fields"::text LIKE '%"foundWith"%';--> statement-breakpoint
UPDATE "revisions" SET "data" = regexp_replace(regexp_replace("data"::text, ',\s*"foundWith"\s*:\s*("AI"|null)', '', 'g'), '"foundWith"\s*:\s*("AI"|null)\s*,', '', 'g')::json WHERE "collection" = 'vendors' AND "data"::text LIKE '%"foundWith"%';--> statement-breakpoint
ALTER TABLE "corrections" ADD COLUMN "is_from_vendor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What a vendor said and nobody has looked at yet waits as a correction, with the address for the answer.
INSERT INTO "corrections" ("path", "part", "title", "text", "url", "email", "is_from_vendor", "received_at")
SELECT '/vendors/' || v."slug", f."slug", v."name",
	left(concat_ws(' ', CASE w."level" WHEN 'documented' THEN 'The vendor states that it does.' WHEN 'partial' THEN 'The vendor states that it does in part.' WHEN 'absent' THEN 'The vendor states that it does not.' ELSE 'The vendor replies:' END, nullif(w."text", '')), 2000),
	w."documented_at", l."email", true, w."stated_on"
FROM "vendor_words" w JOIN "vendors" v ON v."id" = w."vendor_id"
LEFT JOIN "features" f ON f."id" = w."feature_id" LEFT JOIN "vendor_links" l ON l."id" = w."link_id"
WHERE w."state" = 'pending' AND (w."feature_id" IS NULL OR f."id" IS NOT NULL)
ORDER BY w."id";--> statement-breakpoint
-- Addresses of people were promised to be deleted, and nothing here would do it any more.
UPDATE "vendor_links" SET "email" = '';--> statement-breakpoint
ALTER TABLE "vendor_links" SET SCHEMA "retired";--> statement-breakpoint
ALTER TABLE "vendor_words" SET SCHEMA "retired";--> statement-breakpoint
CREATE TABLE "retired"."quotes_proof" AS SELECT "id", "hash", "read_at", "snapshot", "is_whole", "checked_at", "missed_at", "moved_to", "candidate", "new_text" FROM "quotes";--> statement-breakpoint
ALTER TABLE "quotes" DROP COLUMN "hash", DROP COLUMN "read_at", DROP COLUMN "snapshot", DROP COLUMN "is_whole", DROP COLUMN "checked_at", DROP COLUMN "missed_at", DROP COLUMN "moved_to", DROP COLUMN "candidate", DROP COLUMN "new_text";--> statement-breakpoint
UPDATE "quotes" SET "state" = CASE "state" WHEN 'stands' THEN 'there' WHEN 'unreadable' THEN 'unreadable' ELSE 'missing' END, "reason" = CASE "state" WHEN 'unreadable' THEN "reason" END;--> statement-breakpoint
ALTER TABLE "quotes" ALTER COLUMN "state" SET DEFAULT 'there';
