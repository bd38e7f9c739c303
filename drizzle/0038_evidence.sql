CREATE TABLE "corrections" (
	"id" serial PRIMARY KEY NOT NULL,
	"path" text NOT NULL,
	"part" text,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"url" text,
	"email" text,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text,
	"merged_into" integer,
	"is_answered" boolean DEFAULT false NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
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
CREATE TABLE "vendor_links" (
	"id" serial PRIMARY KEY NOT NULL,
	"vendor_id" integer NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"session_hash" text,
	"session_until" timestamp (3) with time zone,
	CONSTRAINT "vendor_links_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "vendor_links_session_hash_unique" UNIQUE("session_hash")
);
--> statement-breakpoint
CREATE TABLE "vendor_words" (
	"id" serial PRIMARY KEY NOT NULL,
	"vendor_id" integer NOT NULL,
	"feature_id" integer,
	"link_id" integer,
	"level" text,
	"text" text DEFAULT '' NOT NULL,
	"documented_at" text,
	"domain" text NOT NULL,
	"stated_on" date NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "vendor_words_state_check" CHECK (state in ('pending', 'shown', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "evidence_pages" (
	"id" serial PRIMARY KEY NOT NULL,
	"run_id" integer NOT NULL,
	"place" integer NOT NULL,
	"url" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"title" text,
	"text" text,
	"hash" text,
	"read_at" timestamp (3) with time zone,
	"dropped" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evidence_runs" (
	"id" serial PRIMARY KEY NOT NULL,
	"vendor_id" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"urls" jsonb NOT NULL,
	"is_planned" boolean DEFAULT false NOT NULL,
	"model" text NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"started_by" text,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"held_until" timestamp (3) with time zone,
	"holder" text
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" serial PRIMARY KEY NOT NULL,
	"page_id" integer NOT NULL,
	"vendor_id" integer NOT NULL,
	"feature_id" integer,
	"level" text,
	"finding" text,
	"field" text,
	"value" text,
	"quote" text NOT NULL,
	"publisher" text,
	"state" text DEFAULT 'open' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "coverage" ADD COLUMN "quote" text;--> statement-breakpoint
ALTER TABLE "coverage" ADD COLUMN "found_with" text;--> statement-breakpoint
ALTER TABLE "vendor_words" ADD CONSTRAINT "vendor_words_link_id_vendor_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."vendor_links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_pages" ADD CONSTRAINT "evidence_pages_run_id_evidence_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."evidence_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_runs" ADD CONSTRAINT "evidence_runs_vendor_id_vendors_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_page_id_evidence_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."evidence_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_vendor_id_vendors_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_feature_id_features_id_fk" FOREIGN KEY ("feature_id") REFERENCES "public"."features"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "corrections_state_index" ON "corrections" USING btree ("state","received_at");--> statement-breakpoint
CREATE INDEX "corrections_decided_index" ON "corrections" USING btree ("decided_at");--> statement-breakpoint
CREATE UNIQUE INDEX "quotes_place_unique" ON "quotes" USING btree ("collection","item_id","field","url");--> statement-breakpoint
CREATE INDEX "quotes_next_index" ON "quotes" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "quotes_state_index" ON "quotes" USING btree ("state");--> statement-breakpoint
CREATE INDEX "quotes_url_index" ON "quotes" USING btree ("url");--> statement-breakpoint
CREATE INDEX "vendor_links_vendor_index" ON "vendor_links" USING btree ("vendor_id");--> statement-breakpoint
CREATE INDEX "vendor_words_state_index" ON "vendor_words" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "vendor_words_link_index" ON "vendor_words" USING btree ("link_id");--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_words_cell_unique" ON "vendor_words" USING btree ("vendor_id",coalesce("feature_id", 0),"state") WHERE state <> 'refused';--> statement-breakpoint
CREATE INDEX "evidence_pages_run_index" ON "evidence_pages" USING btree ("run_id","place");--> statement-breakpoint
CREATE INDEX "evidence_runs_vendor_index" ON "evidence_runs" USING btree ("vendor_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "evidence_runs_open_unique" ON "evidence_runs" USING btree ("vendor_id") WHERE state in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "proposals_vendor_index" ON "proposals" USING btree ("vendor_id","state","id");--> statement-breakpoint
CREATE INDEX "proposals_page_index" ON "proposals" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "proposals_feature_index" ON "proposals" USING btree ("feature_id");