CREATE SCHEMA IF NOT EXISTS "retired";
--> statement-breakpoint
ALTER TABLE "list_views" DROP CONSTRAINT "list_views_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "list_views" SET SCHEMA "retired";
--> statement-breakpoint
ALTER TABLE "bulk_edits" SET SCHEMA "retired";
--> statement-breakpoint
DROP INDEX "news_articles_original_publisher_index";
--> statement-breakpoint
DROP INDEX "news_articles_original_feed_index";
