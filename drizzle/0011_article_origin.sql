ALTER TABLE "news_articles" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "news_articles" ADD COLUMN "accepted_fields" text[] DEFAULT '{}' NOT NULL;