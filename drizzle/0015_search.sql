CREATE TABLE "search_entries" (
	"collection" text NOT NULL,
	"item_id" integer NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"path" text NOT NULL,
	"summary" text NOT NULL,
	"body" text NOT NULL,
	"day" timestamp(3) with time zone NOT NULL,
	"name" text NOT NULL,
	"title_words" "tsvector" NOT NULL,
	"words" "tsvector" NOT NULL,
	"spellings" text[] NOT NULL,
	CONSTRAINT "search_entries_collection_item_id_pk" PRIMARY KEY("collection","item_id")
);
--> statement-breakpoint
CREATE TABLE "search_misses" (
	"day" date NOT NULL,
	"words" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "search_misses_day_words_pk" PRIMARY KEY("day","words")
);
--> statement-breakpoint
ALTER TABLE "glossary_entries" ADD COLUMN "aliases" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "search_entries_name_index" ON "search_entries" USING btree ("kind","name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_entries_day_index" ON "search_entries" USING btree ("kind","day");--> statement-breakpoint
CREATE INDEX "search_entries_title_words_index" ON "search_entries" USING gin ("title_words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_entries_words_index" ON "search_entries" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_entries_spellings_index" ON "search_entries" USING gin ("spellings") WITH (fastupdate=false);--> statement-breakpoint
-- Every search reads them, so they stay in the row, packed, while a long body moves out of it.
ALTER TABLE "search_entries" ALTER COLUMN "title_words" SET STORAGE MAIN, ALTER COLUMN "words" SET STORAGE MAIN;
