CREATE TABLE "link_checks" (
	"url" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'unchecked' NOT NULL,
	"status" integer,
	"reason" text,
	"moved_to" text,
	"host" text,
	"title" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_uses" (
	"url" text NOT NULL,
	"collection" text NOT NULL,
	"item_id" integer NOT NULL,
	"field" text NOT NULL,
	CONSTRAINT "link_uses_url_collection_item_id_field_pk" PRIMARY KEY("url","collection","item_id","field")
);
--> statement-breakpoint
CREATE TABLE "missing_pages" (
	"path" text PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"referrer_host" text
);
--> statement-breakpoint
CREATE TABLE "missing_probes" (
	"day" date PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page_reads" (
	"day" date NOT NULL,
	"path" text NOT NULL,
	"hits" integer NOT NULL,
	CONSTRAINT "page_reads_day_path_pk" PRIMARY KEY("day","path")
);
--> statement-breakpoint
CREATE INDEX "link_checks_next_index" ON "link_checks" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "link_checks_state_index" ON "link_checks" USING btree ("state","url");--> statement-breakpoint
CREATE INDEX "link_uses_item_index" ON "link_uses" USING btree ("collection","item_id");--> statement-breakpoint
CREATE INDEX "missing_pages_hits_index" ON "missing_pages" USING btree ("hits","last_at");--> statement-breakpoint
CREATE INDEX "page_reads_path_index" ON "page_reads" USING btree ("path","day");