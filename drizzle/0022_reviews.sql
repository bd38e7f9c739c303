CREATE TABLE "reviews" (
	"id" serial PRIMARY KEY NOT NULL,
	"collection" text NOT NULL,
	"item_id" integer NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"assignee" text,
	"item_version" integer NOT NULL,
	"draft_version" integer,
	"notes" json DEFAULT '[]'::json NOT NULL,
	"user_email" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_item_unique" ON "reviews" USING btree ("collection","item_id");