ALTER TABLE "news_articles" ADD COLUMN "original_feed" text;--> statement-breakpoint
CREATE INDEX "news_articles_original_feed_index" ON "news_articles" USING btree ("original_feed");