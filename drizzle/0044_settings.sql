CREATE TABLE "feed_results" (
	"url" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"found" integer DEFAULT 0 NOT NULL,
	"saved" integer DEFAULT 0 NOT NULL,
	"cut" integer DEFAULT 0 NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sealed_secrets" jsonb
);
--> statement-breakpoint
ALTER TABLE "news_articles" ADD COLUMN "original_language" text;--> statement-breakpoint
UPDATE "news_jobs" SET "state" = 'failed' WHERE "kind" = 'fetch' AND "state" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "news_jobs_fetch_unique" ON "news_jobs" USING btree ("kind") WHERE kind = 'fetch' and state = 'running';