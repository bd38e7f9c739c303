CREATE SCHEMA IF NOT EXISTS "retired";
--> statement-breakpoint
ALTER TABLE "release_items" SET SCHEMA "retired";
--> statement-breakpoint
ALTER TABLE "releases" SET SCHEMA "retired";
--> statement-breakpoint
ALTER TABLE "item_drafts" ADD COLUMN "ready_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "item_drafts" ADD COLUMN "ready_by" text;
--> statement-breakpoint
UPDATE "item_drafts" d SET "ready_at" = r."updated_at", "ready_by" = coalesce(r."asked_by", r."user_email")
FROM "reviews" r
WHERE r."collection" = d."collection" AND r."item_id" = d."item_id" AND r."state" <> 'draft';
--> statement-breakpoint
INSERT INTO "item_drafts" ("collection", "item_id", "version", "base_version", "title", "fields", "user_email", "ready_at", "ready_by")
SELECT r."collection", r."item_id", 0, r."item_version",
  coalesce((
    SELECT a."title" FROM "activity" a
    WHERE a."collection" = r."collection" AND a."item_id" = r."item_id" AND a."title" IS NOT NULL
    ORDER BY a."id" DESC LIMIT 1
  ), ''),
  '{}', coalesce(r."asked_by", r."user_email"), r."updated_at", coalesce(r."asked_by", r."user_email")
FROM "reviews" r
WHERE r."state" <> 'draft' AND NOT EXISTS (
  SELECT 1 FROM "item_drafts" d WHERE d."collection" = r."collection" AND d."item_id" = r."item_id"
);
--> statement-breakpoint
ALTER TABLE "reviews" SET SCHEMA "retired";
--> statement-breakpoint
CREATE TABLE "retired"."notices_of_reviews" AS SELECT * FROM "notices"
WHERE "kind" IN ('review asked', 'review answered', 'approved', 'sent back');
--> statement-breakpoint
DELETE FROM "notices" WHERE "kind" IN ('review asked', 'review answered', 'approved', 'sent back');
--> statement-breakpoint
CREATE TABLE "retired"."app_meta_of_reviews" AS SELECT * FROM "app_meta" WHERE "key" = 'review';
--> statement-breakpoint
DELETE FROM "app_meta" WHERE "key" IN ('review', 'release');
--> statement-breakpoint
UPDATE "webhooks" SET "events" = (
  SELECT jsonb_agg(CASE WHEN event = '"review asked"' THEN '"draft ready"' ELSE event END ORDER BY n)
  FROM jsonb_array_elements("events") WITH ORDINALITY AS one(event, n)
)
WHERE "events" @> '["review asked"]';
--> statement-breakpoint
UPDATE "webhook_deliveries" SET "event" = 'draft ready' WHERE "event" = 'review asked';
--> statement-breakpoint
CREATE TABLE "retired"."news_articles_accepted_fields" AS
SELECT "id", "accepted_fields" FROM "news_articles" WHERE cardinality("accepted_fields") > 0;
--> statement-breakpoint
ALTER TABLE "news_articles" DROP COLUMN "accepted_fields";
