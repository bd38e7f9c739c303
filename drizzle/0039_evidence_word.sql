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
ALTER TABLE "vendor_words" ADD CONSTRAINT "vendor_words_link_id_vendor_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."vendor_links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vendor_links_vendor_index" ON "vendor_links" USING btree ("vendor_id");--> statement-breakpoint
CREATE INDEX "vendor_words_state_index" ON "vendor_words" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "vendor_words_link_index" ON "vendor_words" USING btree ("link_id");--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_words_cell_unique" ON "vendor_words" USING btree ("vendor_id",coalesce("feature_id", 0),"state") WHERE state <> 'refused';