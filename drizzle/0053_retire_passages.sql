CREATE SCHEMA IF NOT EXISTS "retired";--> statement-breakpoint
CREATE TABLE "retired"."comments_passages" AS SELECT "id", "collection", "item_id", "before", "after" FROM "comments" WHERE "before" IS NOT NULL OR "after" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" DROP COLUMN "before";--> statement-breakpoint
ALTER TABLE "comments" DROP COLUMN "after";--> statement-breakpoint
CREATE TABLE "retired"."notices_mailed" AS SELECT "id", "user_id", "mailed_at" FROM "notices" WHERE "mailed_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" DROP COLUMN "mailed_at";--> statement-breakpoint
ALTER TABLE "users" RENAME COLUMN "wants_digest" TO "wants_mail";--> statement-breakpoint
DELETE FROM "timed_jobs" WHERE "name" = 'digest';
