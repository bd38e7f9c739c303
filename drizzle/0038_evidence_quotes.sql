CREATE TABLE "quotes" (
	"id" serial PRIMARY KEY NOT NULL,
	"collection" text NOT NULL,
	"item_id" integer NOT NULL,
	"field" text DEFAULT '' NOT NULL,
	"quote" text NOT NULL,
	"url" text NOT NULL,
	"hash" text,
	"read_at" timestamp (3) with time zone,
	"snapshot" "bytea",
	"state" text DEFAULT 'stands' NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"missed_at" timestamp (3) with time zone,
	"moved_to" text,
	"candidate" text,
	"reason" text,
	"new_text" "bytea"
);
--> statement-breakpoint
ALTER TABLE "coverage" ADD COLUMN "quote" text;--> statement-breakpoint
ALTER TABLE "coverage" ADD COLUMN "found_with" text;--> statement-breakpoint
CREATE UNIQUE INDEX "quotes_place_unique" ON "quotes" USING btree ("collection","item_id","field","url");--> statement-breakpoint
CREATE INDEX "quotes_next_index" ON "quotes" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "quotes_state_index" ON "quotes" USING btree ("state");--> statement-breakpoint
CREATE INDEX "quotes_url_index" ON "quotes" USING btree ("url");