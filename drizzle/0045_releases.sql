CREATE TABLE "release_items" (
	"id" serial PRIMARY KEY NOT NULL,
	"release_id" integer NOT NULL,
	"collection" text NOT NULL,
	"item_id" integer NOT NULL,
	"action" text NOT NULL,
	"slug" text,
	"title" text NOT NULL,
	"added_by" text,
	"outcome" json
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"at" timestamp (3) with time zone,
	"sealed" json,
	"problem" text,
	"created_by" text,
	"user_id" integer,
	"user_email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text
);
--> statement-breakpoint
ALTER TABLE "release_items" ADD CONSTRAINT "release_items_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "release_items_item_unique" ON "release_items" USING btree ("release_id","collection","item_id");--> statement-breakpoint
CREATE INDEX "release_items_place_index" ON "release_items" USING btree ("collection","item_id");--> statement-breakpoint
CREATE INDEX "releases_due_index" ON "releases" USING btree ("state","at");